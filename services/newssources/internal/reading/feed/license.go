package feed

import (
	"bytes"
	"slices"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// maxLicenses is the number of licences of a document that are kept.
const maxLicenses = 5

// setCopyright sets the text about the rights, unless an earlier element has.
func (p *parser) setCopyright(raw []byte) {
	if p.doc.Copyright == "" {
		p.doc.Copyright = p.plain(raw, markup.HTMLText, MaxTitle)
	}
}

// addLicense adds the licence that an element names in rdf:resource or in its text.
func (p *parser) addLicense(s *scanner) {
	raw := s.Attr("rdf:resource")
	if len(raw) == 0 {
		raw = s.Text(true).Bytes
	}
	if bytes.HasPrefix(bytes.TrimSpace(raw), []byte("<")) { // elements instead of a name or an address
		return
	}
	p.doc.Licenses = appendLicense(p.doc.Licenses, p.plain(raw, markup.PlainText, MaxTitle))
}

// appendLicense appends a licence that is not in the list.
func appendLicense(list []string, license string) []string {
	if license == "" || len(list) >= maxLicenses || slices.Contains(list, license) {
		return list
	}
	return append(list, license)
}
