package feed

import (
	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// nameID identifies the local name of an element that is read.
type nameID uint8

const (
	nameOther nameID = iota
	nameAuthor
	nameCategory
	nameChannel
	nameCloud
	nameComments
	nameContent
	nameContributor
	nameCopyright
	nameCreated
	nameCreator
	nameDate
	nameDay
	nameDescription
	nameEncoded
	nameEnclosure
	nameEntry
	nameFeed
	nameFullText
	nameGenerator
	nameGUID
	nameHour
	nameHTML
	nameIcon
	nameIdent
	nameImage
	nameIssued
	nameItem
	nameKeywords
	nameLanguage
	nameLastmod
	nameLicense
	nameLink
	nameLoc
	nameLogo
	nameModified
	nameName
	nameOrigLink
	namePubDate
	namePublicationDate
	namePublished
	nameRDF
	nameRights
	nameRSS
	nameSitemap
	nameSitemapIndex
	nameSkipDays
	nameSkipHours
	nameSource
	nameSubject
	nameSubtitle
	nameSummary
	nameTagline
	nameTextInput
	nameTitle
	nameTTL
	nameUpdated
	nameUpdateFrequency
	nameUpdatePeriod
	nameURL
	nameURLSet
)

var nameIDs = map[string]nameID{
	"author": nameAuthor, "category": nameCategory, "channel": nameChannel, "cloud": nameCloud,
	"comments": nameComments, "content": nameContent, "contributor": nameContributor,
	"copyright": nameCopyright, "created": nameCreated, "creator": nameCreator, "date": nameDate, "day": nameDay, "description": nameDescription,
	"encoded": nameEncoded, "enclosure": nameEnclosure, "entry": nameEntry, "feed": nameFeed, "full-text": nameFullText,
	"generator": nameGenerator, "guid": nameGUID, "hour": nameHour, "html": nameHTML, "icon": nameIcon, "id": nameIdent,
	"image": nameImage, "issued": nameIssued, "item": nameItem, "keywords": nameKeywords,
	"language": nameLanguage, "lastmod": nameLastmod, "license": nameLicense, "licence": nameLicense, "link": nameLink, "loc": nameLoc,
	"logo": nameLogo, "modified": nameModified, "name": nameName, "origlink": nameOrigLink,
	"pubdate": namePubDate, "publication_date": namePublicationDate, "published": namePublished, "rdf": nameRDF, "rights": nameRights,
	"rss": nameRSS, "sitemap": nameSitemap, "sitemapindex": nameSitemapIndex, "skipdays": nameSkipDays,
	"skiphours": nameSkipHours, "source": nameSource, "subject": nameSubject, "subtitle": nameSubtitle,
	"summary": nameSummary, "tagline": nameTagline, "textinput": nameTextInput, "title": nameTitle, "ttl": nameTTL,
	"updated": nameUpdated, "updatefrequency": nameUpdateFrequency, "updateperiod": nameUpdatePeriod,
	"url": nameURL, "urlset": nameURLSet,
}

// identify returns the ID of an element's name. Case and prefix are ignored, because some feeds
// write "pubdate".
func (s *scanner) identify(name []byte) nameID {
	_, name = markup.SplitName(name)
	if len(name) > len(s.lowered) {
		return nameOther
	}
	b := s.lowered[:len(name)]
	for i, c := range name {
		b[i] = ascii.ToLower(c)
	}
	return nameIDs[string(b)]
}
