package webpage

import (
	"net/http"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/rightsignal"
)

// maxLinkHeaders of a response are read.
const maxLinkHeaders = 50

// headerLinks returns the feeds that the Link headers of the response announce (RFC 8288).
func (p *Page) headerLinks() (links []Link) {
	for _, link := range splitLinkHeaders(p.header) {
		target, values, ok := parseLink(link)
		if !ok {
			continue
		}
		rel := relations(values)
		mediaType, _, _ := strings.Cut(strings.ToLower(values["type"]), ";")
		if url := p.Resolve(target); isFeedRelation(rel) && announcesFeed(strings.TrimSpace(mediaType), url) {
			links = append(links, Link{URL: url, Title: Shorten(values["title"], MaxTitle), From: FromHeader,
				HasFeedAddress: true,
				Language:       LanguageOf(values["hreflang"]), IsVague: mediaType == "" || mediaType == "application/json"})
		}
	}
	return links
}

// LinksWithRelation returns the targets of the Link headers with a relation type (RFC 8288). It
// does not resolve relative targets.
func LinksWithRelation(header http.Header, relation string) (targets []string) {
	for _, link := range splitLinkHeaders(header) {
		if target, values, ok := parseLink(link); ok && slices.Contains(relations(values), relation) {
			targets = append(targets, strings.TrimSpace(target))
		}
	}
	return targets
}

// LicenseFilesOf returns the targets of the Link headers that name a licence file (RSL). It does not resolve relative
// targets.
func LicenseFilesOf(header http.Header) (targets []string) {
	for _, link := range splitLinkHeaders(header) {
		target, values, ok := parseLink(link)
		if ok && slices.Contains(relations(values), "license") && rightsignal.IsLicenseFile(values["type"]) {
			targets = append(targets, strings.TrimSpace(target))
		}
	}
	return targets
}

// parseLink returns the target and the parameters of a link. It reports whether the target is
// complete.
func parseLink(link string) (target string, parameters map[string]string, ok bool) {
	target, text, ok := strings.Cut(strings.TrimPrefix(link, "<"), ">")
	return target, linkParameters(text), ok
}

// relations returns the relation types of a link in lower case.
func relations(parameters map[string]string) []string {
	return strings.Fields(strings.ToLower(parameters["rel"]))
}

// splitLinkHeaders returns the links of all Link headers. Commas within <> and quotes do not
// separate links.
func splitLinkHeaders(header http.Header) (links []string) {
	for _, line := range header.Values("Link") {
		start, inTarget, inQuotes := 0, false, false
		for i := 0; i <= len(line); i++ {
			switch {
			case i == len(line) || line[i] == ',' && !inTarget && !inQuotes:
				if link := strings.TrimSpace(line[start:i]); strings.HasPrefix(link, "<") && len(links) < maxLinkHeaders {
					links = append(links, link)
				}
				start = i + 1
			case line[i] == '"':
				inQuotes = !inQuotes
			case line[i] == '<' && !inQuotes:
				inTarget = true
			case line[i] == '>' && !inQuotes:
				inTarget = false
			}
		}
	}
	return links
}

// linkParameters returns the parameters of a link by name; the first of several counts.
func linkParameters(text string) map[string]string {
	values := map[string]string{}
	for parameter := range strings.SplitSeq(text, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		name = strings.ToLower(strings.TrimSpace(name))
		if _, ok := values[name]; !ok {
			values[name] = strings.Trim(strings.TrimSpace(value), `"`)
		}
	}
	return values
}
