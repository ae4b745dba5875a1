package rightsignal

import (
	"bytes"
	"encoding/xml"
	"net/url"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// IsLicenseFile reports whether a media type is that of a licence file (RSL 1.0, rslstandard.org/rsl).
func IsLicenseFile(mediaType string) bool {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.EqualFold(strings.TrimSpace(mediaType), "application/rsl+xml")
}

// rslNamespace is a part of the namespace of RSL, which occurs with and without https.
const rslNamespace = "rslstandard.org/rsl"

// RSL returns the signals of a licence file, or of the licences inside a page or the channel of a feed: the uses that
// each licence permits and prohibits, and its kind of payment (RSL 1.0 §3). Of the contents that a file describes,
// those with the longest pattern that matches an URL count, for each of the urls. If none of these is on the host of
// the address, those that match "/" count, too. ok is false if the file is not valid.
func RSL(body []byte, address string, urls []string) (signals []rights.Signal, ok bool) {
	if len(body) > MaxFileBytes {
		return nil, false
	}
	decoder := xml.NewDecoder(bytes.NewReader(body)) // resolves no external entities
	decoder.Strict = false
	var file rslFile
	for !file.isComplete {
		token, err := decoder.Token()
		if err != nil {
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			ok = ok || t.Name.Local == "rsl"
			file.start(t)
		case xml.CharData:
			if len(file.license.text) < maxValue {
				file.license.text += string(t[:min(len(t), maxValue)])
			}
		case xml.EndElement:
			file.end(t)
		}
	}
	l := list{address: address}
	for _, terms := range file.termsFor(address, urls) {
		l.add(rights.RSL, terms)
	}
	return l.signals, ok
}

// addTerms adds the terms of the licences inside a page or a feed.
func (l *list) addTerms(body []byte, urls []string) {
	signals, _ := RSL(body, l.address, urls)
	for _, s := range signals {
		l.add(s.Kind, s.Value)
	}
}

// rslFile is a licence file while it is read.
type rslFile struct {
	pattern    string // of the open content; empty: everything
	license    rslLicense
	contents   []rslContent
	isComplete bool // the other elements of a feed are about single items
}

// rslContent has the terms of a licence of a content.
type rslContent struct {
	pattern, terms string
}

func (f *rslFile) start(t xml.StartElement) {
	switch t.Name.Local {
	case "item", "entry":
		f.isComplete = true
	case "content":
		f.pattern = attribute(t, "url")
	}
	f.license.start(t)
}

func (f *rslFile) end(t xml.EndElement) {
	f.license.end(t)
	switch t.Name.Local {
	case "content":
		f.pattern = ""
	case "license":
		if terms := f.license.String(); terms != "" && len(f.contents) < maxContents {
			f.contents = append(f.contents, rslContent{f.pattern, terms})
		}
	}
}

// termsFor returns the terms of the contents that count for the urls. address is that of the file; see RSL.
func (f *rslFile) termsFor(address string, urls []string) (terms []string) {
	counts := make([]bool, len(f.contents))
	file, err := url.Parse(address)
	if err != nil {
		return nil
	}
	mark := func(at *url.URL) {
		longest := -1
		for _, c := range f.contents {
			if len(c.pattern) > longest && c.matches(at, file.Host) {
				longest = len(c.pattern)
			}
		}
		for i, c := range f.contents {
			counts[i] = counts[i] || len(c.pattern) == longest && c.matches(at, file.Host)
		}
	}
	isOnHost := false
	for _, text := range urls {
		if at, err := url.Parse(text); err == nil {
			isOnHost = isOnHost || withoutWWW(at.Host) == withoutWWW(file.Host)
			mark(at)
		}
	}
	if !isOnHost {
		mark(&url.URL{Scheme: file.Scheme, Host: file.Host, Path: "/"})
	}
	for i, c := range f.contents {
		if counts[i] {
			terms = append(terms, c.terms)
		}
	}
	return terms
}

// matches reports whether the content has an address. The pattern is an address, or a path on the host of the file
// (RSL 1.0 §3.3).
func (c rslContent) matches(at *url.URL, host string) bool {
	path := c.pattern
	if _, rest, isAddress := strings.Cut(c.pattern, "://"); isAddress {
		host, path, _ = strings.Cut(rest, "/")
		path = "/" + path
	}
	return withoutWWW(host) == withoutWWW(at.Host) && weburl.MatchesPattern(path, at.RequestURI())
}

// rslLicense is a licence while it is read.
type rslLicense struct {
	permits, prohibits []string
	payment            string
	isUsage            bool // the open element has the type "usage"
	text               string
}

func (r *rslLicense) start(t xml.StartElement) {
	kind := strings.ToLower(strings.TrimSpace(attribute(t, "type")))
	switch t.Name.Local {
	case "license":
		*r = rslLicense{}
	case "payment":
		r.payment = kind
	}
	r.isUsage, r.text = kind == "usage", ""
}

func (r *rslLicense) end(t xml.EndElement) {
	uses := strings.FieldsFunc(strings.ToLower(r.text), func(c rune) bool { return c <= ' ' || c == ',' })
	switch {
	case !r.isUsage || len(r.permits)+len(r.prohibits)+len(uses) > maxSignals:
	case t.Name.Local == "permits":
		r.permits = append(r.permits, uses...)
	case t.Name.Local == "prohibits":
		r.prohibits = append(r.prohibits, uses...)
	}
	r.isUsage, r.text = false, ""
}

// String returns the terms, such as "permits search; prohibits ai-train; payment free".
func (r *rslLicense) String() string {
	var parts []string
	for _, part := range []struct{ verb, list string }{
		{"permits", joinSorted(r.permits)}, {"prohibits", joinSorted(r.prohibits)}, {"payment", r.payment},
	} {
		if part.list != "" {
			parts = append(parts, part.verb+" "+part.list)
		}
	}
	return strings.Join(parts, "; ")
}

func withoutWWW(host string) string { return strings.TrimPrefix(strings.ToLower(host), "www.") }

func attribute(t xml.StartElement, name string) string {
	for _, a := range t.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
