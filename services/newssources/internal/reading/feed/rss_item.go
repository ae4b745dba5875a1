package feed

import (
	"github.com/newsources/newsources/services/newssources/internal/platform/ascii"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// itemElement reads an element of an item.
func (r *rssReader) itemElement() {
	switch r.Namespace {
	case spaceFeed:
		r.itemRSS()
	case spaceAtom:
		r.itemAtom()
	case spaceDC:
		r.itemDC()
	case spaceContent:
		if r.id == nameEncoded {
			r.item.setContent(r.Text(false).Bytes, markup.HTMLText)
		}
	case spaceBurner:
		if r.id == nameOrigLink {
			r.item.setLink(linkOriginal, r.Text(true).Bytes)
		}
	case spaceMedia:
		r.mediaElement(r.item)
	case spaceOther:
		if r.id == nameFullText {
			r.itemFullText()
		}
	}
}

// itemFullText reads the whole article, which Yandex feeds have in a separate element.
func (r *rssReader) itemFullText() {
	r.item.setContent(r.Text(false).Bytes, markup.HTMLText)
	r.item.content.IsArticle = true
}

func (r *rssReader) itemRSS() {
	item := r.item
	switch r.id {
	case nameTitle:
		item.setTitle(r.Text(true).Bytes, markup.HTMLText)
	case nameLink:
		r.itemLink()
	case nameGUID, nameIdent:
		if ascii.EqualFold(r.Attr("isPermaLink"), []byte("false")) {
			item.permalink = false
		}
		item.setGUID(r.Text(true).Bytes)
	case nameDescription, nameSummary:
		item.setSummary(r.Text(false).Bytes, markup.HTMLText)
	case nameContent, nameEncoded:
		item.setContent(r.Text(false).Bytes, markup.HTMLText)
	case nameFullText:
		r.itemFullText()
	case namePubDate, namePublished, nameDate:
		item.setPublished(r.Text(true).Bytes)
	case nameUpdated, nameModified:
		item.setUpdated(r.Text(true).Bytes)
	case nameAuthor:
		r.person(item)
	case nameCategory:
		item.addCategory(r.Text(true).Bytes)
	case nameEnclosure:
		item.setLink(linkEnclosure, r.Attr("url"))
		item.setMedia(r.Attr("type"))
	case nameImage, nameSource, nameTextInput, nameComments:
		r.Skip()
	}
}

// itemLink reads "<link>…</link>" and its frequent misspellings "<link/>…" and "<link href=…>".
func (r *rssReader) itemLink() {
	if href := r.Attr("href"); len(href) > 0 {
		r.entryLink(r.item)
		return
	}
	if r.Empty {
		r.item.setLink(linkPlain, r.TextAfter(MaxLink+1))
		return
	}
	r.item.setLink(linkPlain, r.Text(true).Bytes)
}

func (r *rssReader) itemAtom() {
	item := r.item
	switch r.id {
	case nameLink:
		r.entryLink(item)
	case nameTitle:
		item.setTitle(r.Text(true).Bytes, markup.HTMLText)
	case nameSummary:
		item.setSummary(r.Text(false).Bytes, markup.HTMLText)
	case nameContent:
		item.setContent(r.Text(false).Bytes, markup.HTMLText)
	case namePublished:
		item.setPublished(r.Text(true).Bytes)
	case nameUpdated:
		item.setUpdated(r.Text(true).Bytes)
	case nameAuthor:
		r.person(item)
	case nameSource:
		r.Skip()
	}
}

func (r *rssReader) itemDC() {
	item := r.item
	switch r.id {
	case nameTitle:
		item.setTitle(r.Text(true).Bytes, markup.HTMLText)
	case nameCreator:
		item.addAuthor(r.Text(true).Bytes)
	case nameDate, nameCreated, nameIssued:
		if raw := r.Text(true).Bytes; item.created == nil { // pubDate takes precedence
			item.created = item.date(raw)
		}
	case nameModified:
		item.setUpdated(r.Text(true).Bytes)
	case nameSubject:
		item.addCategory(r.Text(true).Bytes)
	case nameLanguage:
		item.entry.Language = language(r.Text(true).Bytes)
	}
}
