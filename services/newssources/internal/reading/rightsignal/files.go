package rightsignal

import (
	"bytes"
	"encoding/json"
	"net/url"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

// Paths of the files at well-known addresses.
const (
	TDMRepPath = "/.well-known/tdmrep.json"
	TrustPath  = "/trust.txt"
)

// TDMRep returns the signals of /.well-known/tdmrep.json for those of the urls that are on its host, or else for
// "/": for each URL, those of the first entry whose location matches the path (W3C TDMRep §6). ok is false if the file
// is not valid; a page that a site returns for any path, for example.
func TDMRep(body []byte, address string, urls []string) (signals []rights.Signal, ok bool) {
	var entries []struct {
		Location    string `json:"location"`
		Reservation any    `json:"tdm-reservation"` // a number; some sites write a text
		Policy      string `json:"tdm-policy"`
	}
	if len(body) > MaxFileBytes || json.Unmarshal(bytes.TrimPrefix(body, []byte("\ufeff")), &entries) != nil {
		return nil, false
	}
	l, paths := list{address: address}, pathsOnHost(address, urls)
	if len(paths) == 0 {
		paths = []string{"/"}
	}
	for _, e := range entries {
		count := len(paths)
		paths = slices.DeleteFunc(paths, func(path string) bool {
			return e.Location != "" && weburl.MatchesPattern(weburl.NormalizePercent(e.Location), path)
		})
		if len(paths) == count {
			continue
		}
		value, _ := e.Reservation.(string)
		switch e.Reservation {
		case 0.0:
			value = "0"
		case 1.0:
			value = "1"
		}
		path := e.Location
		if isWholeSite(path) {
			path = ""
		}
		l.addReservation(value, path)
		l.addAddress(rights.TDMPolicy, e.Policy)
	}
	return l.signals, true
}

// URLs are addresses of a source.
type URLs struct {
	Articles []string
	Feed     string // empty if there is none
}

// For returns the addresses whose rules in a file count: those of the articles, and that of the feed only if no
// article is on the host of the file.
func (u URLs) For(file string) []string {
	if u.Feed == "" || len(pathsOnHost(file, u.Articles)) > 0 {
		return u.Articles
	}
	return append(slices.Clone(u.Articles), u.Feed)
}

// TDMRep is TDMRep for these addresses.
func (u URLs) TDMRep(body []byte, address string) (signals []rights.Signal, ok bool) {
	return TDMRep(body, address, u.For(address))
}

// RSL is RSL for these addresses.
func (u URLs) RSL(body []byte, address string) (signals []rights.Signal, ok bool) {
	return RSL(body, address, u.For(address))
}

// LicenseFile returns the address of the first licence file that signals name, or else that of a feed.
func LicenseFile(ofFeed string, signals ...[]rights.Signal) string {
	for _, s := range slices.Concat(signals...) {
		if s.Kind == rights.RobotsLicense || s.Kind == rights.LicenseFile {
			return s.Value
		}
	}
	return ofFeed
}

// pathsOnHost returns the normalized paths of the urls that have the host of an address.
func pathsOnHost(address string, urls []string) (paths []string) {
	site, _ := url.Parse(address)
	for _, text := range urls {
		if at, err := url.Parse(text); err == nil && site != nil && at.Host == site.Host {
			paths = append(paths, weburl.NormalizePercent(at.RequestURI()))
		}
	}
	return paths
}

// Trust returns the signals of /trust.txt: datatrainingallowed (JournalList trust.txt specification
// 1.5). ok is false if the file is not valid.
func Trust(body []byte, address string) (signals []rights.Signal, ok bool) {
	if len(body) > MaxFileBytes || bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")) {
		return nil, false
	}
	l := list{address: address}
	for line := range strings.Lines(string(body)) {
		key, value, hasValue := strings.Cut(strings.ToLower(strings.TrimSpace(line)), "=")
		ok = ok || hasValue
		value = strings.TrimSpace(value)
		if strings.TrimSpace(key) == "datatrainingallowed" && (value == "yes" || value == "no") {
			l.add(rights.TrustFile, "datatrainingallowed="+value)
		}
	}
	return l.signals, ok
}
