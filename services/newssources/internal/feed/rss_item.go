package feed

// itemElement takes in what an element of an item says.
func (r *rssReader) itemElement() {
	switch r.space {
	case spaceFeed:
		r.itemOwn()
	case spaceAtom:
		r.itemAtom()
	case spaceDC:
		r.itemDC()
	case spaceContent:
		if r.id == nameEncoded {
			r.item.setContent(r.text(false).bytes, markupKnown)
		}
	case spaceBurner:
		if r.id == nameOrigLink {
			r.item.setLink(linkOriginal, r.text(true).bytes)
		}
	case spaceOther:
		if r.id == nameFullText {
			r.fullText()
		}
	}
}

// fullText reads what Yandex's format has for the whole article.
func (r *rssReader) fullText() {
	r.item.setContent(r.text(false).bytes, markupKnown)
	r.item.content.whole = true
}

func (r *rssReader) itemOwn() {
	item := r.item
	switch r.id {
	case nameTitle:
		item.setTitle(r.text(true).bytes, markupKnown)
	case nameLink:
		r.itemLink()
	case nameGUID, nameIdent:
		if equalFold(r.attr("isPermaLink"), []byte("false")) {
			item.permalink = false
		}
		item.setGUID(r.text(true).bytes)
	case nameDescription, nameSummary:
		item.setSummary(r.text(false).bytes, markupKnown)
	case nameContent, nameEncoded:
		item.setContent(r.text(false).bytes, markupKnown)
	case nameFullText:
		r.fullText()
	case namePubDate, namePublished, nameDate:
		item.setPublished(r.text(true).bytes)
	case nameUpdated, nameModified:
		item.setUpdated(r.text(true).bytes)
	case nameAuthor:
		r.person(item)
	case nameCategory:
		item.addCategory(r.text(true).bytes)
	case nameEnclosure:
		item.setLink(linkEnclosure, r.attr("url"))
	case nameImage, nameSource, nameTextInput, nameComments:
		r.skip()
	}
}

// itemLink reads "<link>…</link>", and what writers of HTML and Atom make of it: "<link/>…" and "<link href=…>".
func (r *rssReader) itemLink() {
	if href := r.attr("href"); len(href) > 0 {
		r.entryLink(r.item)
		return
	}
	if r.closed {
		r.item.setLink(linkPlain, r.textBehind())
		return
	}
	r.item.setLink(linkPlain, r.text(true).bytes)
}

func (r *rssReader) itemAtom() {
	item := r.item
	switch r.id {
	case nameLink:
		r.entryLink(item)
	case nameTitle:
		item.setTitle(r.text(true).bytes, markupKnown)
	case nameSummary:
		item.setSummary(r.text(false).bytes, markupKnown)
	case nameContent:
		item.setContent(r.text(false).bytes, markupKnown)
	case namePublished:
		item.setPublished(r.text(true).bytes)
	case nameUpdated:
		item.setUpdated(r.text(true).bytes)
	case nameAuthor:
		r.person(item)
	case nameSource:
		r.skip()
	}
}

func (r *rssReader) itemDC() {
	item := r.item
	switch r.id {
	case nameTitle:
		item.setTitle(r.text(true).bytes, markupKnown)
	case nameCreator:
		item.addAuthor(r.text(true).bytes)
	case nameDate, nameCreated, nameIssued:
		if t := r.date(r.text(true).bytes); item.created == nil { // pubDate counts before it
			item.created = t
		}
	case nameModified:
		item.setUpdated(r.text(true).bytes)
	case nameSubject:
		item.addCategory(r.text(true).bytes)
	case nameLanguage:
		item.e.Language = language(r.text(true).bytes)
	}
}
