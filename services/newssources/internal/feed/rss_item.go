package feed

import (
	"github.com/newsources/newsources/services/newssources/internal/ascii"
	"github.com/newsources/newsources/services/newssources/internal/markup"
)

// itemElement takes in what an element of an item says.
func (r *rssReader) itemElement() {
	switch r.Namespace {
	case spaceFeed:
		r.itemOwn()
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
	case spaceOther:
		if r.id == nameFullText {
			r.fullText()
		}
	}
}

// fullText reads what Yandex's format has for the whole article.
func (r *rssReader) fullText() {
	r.item.setContent(r.Text(false).Bytes, markup.HTMLText)
	r.item.content.whole = true
}

func (r *rssReader) itemOwn() {
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
		r.fullText()
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
	case nameImage, nameSource, nameTextInput, nameComments:
		r.Skip()
	}
}

// itemLink reads "<link>…</link>", and what writers of HTML and Atom make of it: "<link/>…" and "<link href=…>".
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
		if t := r.date(r.Text(true).Bytes); item.created == nil { // pubDate counts before it
			item.created = t
		}
	case nameModified:
		item.setUpdated(r.Text(true).Bytes)
	case nameSubject:
		item.addCategory(r.Text(true).Bytes)
	case nameLanguage:
		item.e.Language = language(r.Text(true).Bytes)
	}
}
