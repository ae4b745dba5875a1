package rightsignal

import (
	"bytes"
	"net/http"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// robotsDirectives are the directives of <meta name="robots"> and X-Robots-Tag about the use of texts.
// Others, such as noindex, which publishing systems send with every feed, are about search results only.
var robotsDirectives = []string{"noai", "noarchive", "nosnippet", "max-snippet:0"}

// Header returns the signals of the header of a response: TDM-Reservation and TDM-Policy
// (W3C TDMRep §7, www.w3.org/community/reports/tdmrep), X-Robots-Tag, Content-Usage
// (draft-ietf-aipref-attach) and Content-Signal. agent is the product name of this service, to which directives may be
// addressed.
func Header(header http.Header, agent, address string) []rights.Signal {
	l := list{address: address}
	l.addReservation(header.Get("TDM-Reservation"), "")
	l.addAddress(rights.TDMPolicy, header.Get("TDM-Policy"))
	var directives []string
	for _, value := range header.Values("X-Robots-Tag") {
		directives = append(directives, ownDirectives(value, agent)...)
	}
	l.add(rights.RobotsMeta, joinSorted(directives))
	l.add(rights.ContentUsage, preferences(strings.Join(header.Values("Content-Usage"), ","), "y", "n"))
	l.add(rights.ContentSignal, preferences(strings.Join(header.Values("Content-Signal"), ","), "yes", "no"))
	return l.signals
}

// PageLicenses are the licences of a page.
type PageLicenses struct {
	Address string   // of <link rel="license">; empty if there is none
	File    string   // the address of a licence file (RSL) that the page or a Link header names; empty if there is none
	RSL     []string // the texts of scripts with the type of a licence file
}

// Page returns the signals of a page: the metadata tdm-reservation, tdm-policy (W3C TDMRep §8), robots and that with
// the product name of this service, agent, and its licences. meta returns the content of the meta elements with a name.
func Page(meta func(name string) []string, licenses PageLicenses, agent, address string) []rights.Signal {
	l := list{address: address}
	for _, value := range meta("tdm-reservation") {
		l.addReservation(value, "")
	}
	for _, value := range meta("tdm-policy") {
		l.addAddress(rights.TDMPolicy, value)
	}
	var directives []string
	for _, name := range []string{"robots", agent} {
		for _, value := range meta(name) {
			directives = append(directives, robotsDirectivesIn(value)...)
		}
	}
	l.add(rights.RobotsMeta, joinSorted(directives))
	l.addAddress(rights.License, licenses.Address)
	l.addAddress(rights.LicenseFile, licenses.File)
	for _, text := range licenses.RSL {
		l.addTerms([]byte(text), []string{address})
	}
	return l.signals
}

// Feed returns the signals of a feed: the text of copyright (RSS 2.0), rights (RFC 4287 §4.2.10) or
// dc:rights, and the licences (Creative Commons module for RSS, RFC 4946, RSL 1.0 §4.4). Licences of items are
// about these items only.
func Feed(copyright string, licenses []string, body []byte, address string) []rights.Signal {
	l := list{address: address}
	l.add(rights.Copyright, copyright)
	for _, license := range licenses {
		l.add(rights.License, license)
	}
	if bytes.Contains(body, []byte(rslNamespace)) {
		l.addTerms(body[:min(len(body), MaxFileBytes)], []string{address})
	}
	return l.signals
}

// addReservation adds a TDM reservation for a path; empty: the whole site. Other values than 0 and 1 are
// invalid and count as missing (W3C TDMRep §5).
func (l *list) addReservation(value, path string) {
	value = strings.TrimSpace(value)
	if value != "0" && value != "1" {
		return
	}
	if path != "" {
		value += rights.ForPath + path
	}
	l.add(rights.TDMReservation, value)
}

// addAddress adds a web address, which may be relative to that of the document.
func (l *list) addAddress(kind rights.Kind, value string) {
	if value = strings.TrimSpace(value); value == "" {
		return
	}
	if !strings.HasPrefix(value, "https://") && !strings.HasPrefix(value, "http://") {
		base, _ := weburl.Parse(l.address)
		address, _ := base.Resolve(value)
		value = address.String() // empty if it is no web address
	}
	l.add(kind, value)
}

// ownDirectives returns the directives of an X-Robots-Tag that are addressed to all crawlers or to agent: "noai" but
// not "googlebot: nosnippet". A name applies to the directives until the next name.
func ownDirectives(value, agent string) (found []string) {
	isOwn := true
	for part := range strings.SplitSeq(value, ",") {
		name, directive, hasName := strings.Cut(part, ":")
		if hasName && !isDirectiveWithValue(name) {
			name = strings.TrimSpace(name)
			isOwn, part = name == "*" || strings.EqualFold(name, agent), directive
		}
		if isOwn {
			found = append(found, robotsDirectivesIn(part)...)
		}
	}
	return found
}

// isDirectiveWithValue reports whether a name is that of a directive, such as max-snippet, instead of a
// crawler.
func isDirectiveWithValue(name string) bool {
	name = strings.ToLower(strings.TrimSpace(name))
	return strings.HasPrefix(name, "max-") || name == "unavailable_after"
}

func robotsDirectivesIn(value string) (found []string) {
	for directive := range strings.SplitSeq(strings.ToLower(value), ",") {
		directive = strings.ReplaceAll(strings.TrimSpace(directive), " ", "")
		if slices.Contains(robotsDirectives, directive) {
			found = append(found, directive)
		}
	}
	return found
}
