package feed

import (
	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// nameID is an element's name without its prefix, if it is one that matters.
type nameID uint8

const (
	nameOther nameID = iota
	nameAbout
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
	nameItems
	nameKeywords
	nameLanguage
	nameLastBuildDate
	nameLastmod
	nameLink
	nameLoc
	nameLogo
	nameModified
	nameName
	nameNews
	nameOrigLink
	namePubDate
	namePublicationDate
	namePublished
	nameRDF
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
	nameURI
	nameURL
	nameURLSet
)

var nameIDs = map[string]nameID{
	"about": nameAbout, "author": nameAuthor, "category": nameCategory, "channel": nameChannel, "cloud": nameCloud,
	"comments": nameComments, "content": nameContent, "contributor": nameContributor, "copyright": nameCopyright,
	"created": nameCreated, "creator": nameCreator, "date": nameDate, "day": nameDay, "description": nameDescription,
	"encoded": nameEncoded, "enclosure": nameEnclosure, "entry": nameEntry, "feed": nameFeed, "full-text": nameFullText,
	"generator": nameGenerator, "guid": nameGUID, "hour": nameHour, "html": nameHTML, "icon": nameIcon, "id": nameIdent,
	"image": nameImage, "issued": nameIssued, "item": nameItem, "items": nameItems, "keywords": nameKeywords,
	"language": nameLanguage, "lastbuilddate": nameLastBuildDate, "lastmod": nameLastmod, "link": nameLink, "loc": nameLoc,
	"logo": nameLogo, "modified": nameModified, "name": nameName, "news": nameNews, "origlink": nameOrigLink,
	"pubdate": namePubDate, "publication_date": namePublicationDate, "published": namePublished, "rdf": nameRDF,
	"rss": nameRSS, "sitemap": nameSitemap, "sitemapindex": nameSitemapIndex, "skipdays": nameSkipDays,
	"skiphours": nameSkipHours, "source": nameSource, "subject": nameSubject, "subtitle": nameSubtitle,
	"summary": nameSummary, "tagline": nameTagline, "textinput": nameTextInput, "title": nameTitle, "ttl": nameTTL,
	"updated": nameUpdated, "updatefrequency": nameUpdateFrequency, "updateperiod": nameUpdatePeriod, "uri": nameURI,
	"url": nameURL, "urlset": nameURLSet,
}

// identify returns the ID of an element's name. Case and prefix don't matter: some write "pubdate".
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
