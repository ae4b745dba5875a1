// Package outlet reports whether an endpoint still belongs to the same outlet. It compares a document
// with the profile of the documents before it. It is pure; nothing is fetched for it.
package outlet

import (
	"cmp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
)

// Bounds of a profile. Each keeps the values that were seen last.
const (
	maxDomains, maxForms, maxBylines, maxTitles, maxPageParts = 8, 8, 40, 20, 60
	maxTitleRunes, maxTextRunes                               = 120, 200
	maxCertificateNames, maxCategories                        = 20, 5
)

// Byline has the values of an item that a check does not keep, in lower case.
type Byline struct {
	Author     string // of a person, or ""
	Categories []string
}

// BylinesOf returns the bylines of the first items of a document.
func BylinesOf(d *feed.Document) []Byline {
	bylines := make([]Byline, min(len(d.Items), maxBylines))
	for i := range bylines {
		if author := strings.ToLower(d.Items[i].Author); isPerson(author) {
			bylines[i].Author = author
		}
		for _, category := range d.Items[i].Categories {
			bylines[i].Categories = addFirst(bylines[i].Categories, maxCategories, strings.ToLower(category))
		}
	}
	return bylines
}

// isPerson reports whether an author has a given name and a surname. Names such as "admin" are those of
// many sites.
func isPerson(author string) bool {
	return strings.ContainsAny(author, " ・·") || author != "" && author[0] >= 0xE3 // Chinese, Japanese and Korean names
}

// addFirst appends a value that the list does not have, up to a number of values.
func addFirst(list []string, limit int, value string) []string {
	if value == "" || len(list) >= limit || slices.Contains(list, value) {
		return list
	}
	return append(list, value)
}

// Outline is what a document says about its outlet. The JSON names are stored.
type Outline struct {
	Name        string   `json:"name,omitempty"`
	Description string   `json:"description,omitempty"`
	Language    string   `json:"language,omitempty"` // that the document declares
	Generator   string   `json:"generator,omitempty"`
	Domains     []string `json:"domains,omitempty"` // of the links of the items
	Forms       []string `json:"forms,omitempty"`   // of these links: their folders without numbers
	Authors     []string `json:"authors,omitempty"`
	Categories  []string `json:"categories,omitempty"`
	Hosts       []string `json:"hosts,omitempty"`       // of the images and scripts of a page
	Classes     []string `json:"classes,omitempty"`     // of the elements of a page
	Titles      []string `json:"titles,omitempty"`      // of the items
	Certificate []string `json:"certificate,omitempty"` // see CertificateNames
	// KnownShare is the share of the items that were known before, and Items their number.
	KnownShare float64 `json:"known_share,omitempty"`
	Items      int     `json:"items,omitempty"`
}

// OutlineOf returns the outline of a document. Of the items, only those that isNew reports count.
func OutlineOf(d *feed.Document, bylines []Byline, isNew func(item int) bool) Outline {
	o := Outline{Name: textkey.Cut(d.Title, maxTitleRunes), Description: textkey.Cut(d.Description, maxTextRunes),
		Language: baseLanguage(d.Language), Generator: generatorFamily(d.Generator),
		Hosts: registrableDomains(d.Hosts), Classes: d.Classes, Items: len(d.Items)}
	domains, forms, known := map[string]int{}, map[string]int{}, 0
	for i := range d.Items {
		item := &d.Items[i]
		if !isNew(i) {
			known++
			continue
		}
		address, err := weburl.Parse(item.URL)
		if err == nil {
			domain, prefix := weburl.Outlet(address)
			domains[domain+prefix]++
			forms[formOf(address)]++
		}
		if len(o.Titles) < maxTitles {
			o.Titles = addFirst(o.Titles, maxTitles, titleOf(item))
		}
		if i < len(bylines) {
			o.Authors = addFirst(o.Authors, maxBylines, bylines[i].Author)
			for _, category := range bylines[i].Categories {
				o.Categories = addFirst(o.Categories, maxBylines, category)
			}
		}
	}
	o.Domains, o.Forms = mostFrequent(domains, maxDomains), mostFrequent(forms, maxForms)
	if len(d.Items) > 0 {
		o.KnownShare = float64(known) / float64(len(d.Items))
	}
	return o
}

// titleOf returns the title of an item, or else the words of its address.
func titleOf(item *feed.Item) string {
	title := item.Title
	if address, err := weburl.Parse(item.URL); title == "" && err == nil {
		title = slugOf(address)
	}
	return textkey.Cut(title, maxTitleRunes)
}

// Key returns what changes with the outlet rather than with its items. While it is equal and most items
// are known, no comparison is necessary.
func (o Outline) Key() string { return o.Name + "\n" + o.Language + "\n" + o.Generator }

// Key returns the key of the outline of a document.
func Key(d *feed.Document) string {
	return Outline{Name: textkey.Cut(d.Title, maxTitleRunes), Language: baseLanguage(d.Language),
		Generator: generatorFamily(d.Generator)}.Key()
}

// mostFrequent returns the keys with the largest counts.
func mostFrequent(counts map[string]int, limit int) []string {
	keys := make([]string, 0, len(counts))
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int { return cmp.Or(counts[b]-counts[a], strings.Compare(a, b)) })
	return keys[:min(limit, len(keys))]
}

// formOf returns the folders of an address without numbers, such as "/#/#/" for "/2026/11/title".
func formOf(u weburl.URL) string {
	var form strings.Builder
	form.WriteByte('/')
	segments := u.Segments()
	for _, segment := range segments[:max(0, len(segments)-1)] {
		if strings.ContainsAny(segment, "0123456789") {
			segment = "#"
		}
		form.WriteString(segment + "/")
	}
	if len(segments) > 0 {
		last := segments[len(segments)-1]
		form.WriteString(strings.ToLower(last[len(last)-len(suffixOf(last)):]))
	}
	return form.String()
}

// suffixOf returns the file suffix of a name, such as ".html".
func suffixOf(name string) string {
	if dot := strings.LastIndexByte(name, '.'); dot > 0 && len(name)-dot <= 6 {
		return name[dot:]
	}
	return ""
}

// slugOf returns the words of the last part of an address.
func slugOf(u weburl.URL) string {
	segments := u.Segments()
	if len(segments) == 0 {
		return ""
	}
	return strings.Join(strings.FieldsFunc(segments[len(segments)-1], func(r rune) bool { return !isLetter(r) }), " ")
}

func baseLanguage(tag string) string {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return base
}

// generatorFamily returns the name of a publishing system without its version: "wordpress" for
// "https://wordpress.org/?v=6.4" and "WordPress.com 2.0".
func generatorFamily(generator string) string {
	if address, err := weburl.Parse(generator); err == nil && strings.Contains(generator, "://") {
		name, _, _ := strings.Cut(address.RegistrableDomain(), ".")
		return name
	}
	name, _, _ := strings.Cut(strings.ToLower(generator), " ")
	name, _, _ = strings.Cut(name, ".")
	name, _, _ = strings.Cut(name, "/")
	return textkey.Cut(strings.Trim(name, "-:,;()v0123456789"), maxTitleRunes)
}

// registrableDomains returns the registrable domains of hosts.
func registrableDomains(hosts []string) (domains []string) {
	for _, host := range hosts {
		if address, err := weburl.Parse("https://" + host + "/"); err == nil {
			domains = addFirst(domains, maxPageParts, address.RegistrableDomain())
		}
	}
	return domains
}
