package discover

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/finding/warning"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/register/credential"
)

// PreviewRequest is an address and how it is read. Members that are nil are those of the saved
// endpoint, if there is one; an empty string means none.
type PreviewRequest struct {
	EndpointID                    *uuid.UUID
	URL                           string // if empty, the endpoint's
	Kind, Charset, Zone, Identity *string
	Recipe                        *pagelist.Recipe
	Credentials                   *credential.Credentials
}

// Preview is the result that a check of an endpoint would have.
type Preview struct {
	Candidate
	ContentType     string   `json:"content_type,omitempty"`
	ContentEncoding string   `json:"content_encoding,omitempty"`
	Charset         string   `json:"charset,omitempty"`
	Bytes           int      `json:"bytes"`
	WireBytes       int64    `json:"wire_bytes"`
	Protocol        string   `json:"protocol,omitempty"`
	Dated           int      `json:"dated"`
	Duplicates      int      `json:"duplicates"`
	Headers         []Header `json:"headers"`
}

// Header is a header field of the response.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// shownHeaders are the headers that explain a response.
var shownHeaders = []string{
	"Age", "Cache-Control", "Cf-Mitigated", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Etag",
	"Expires",
	"Last-Modified", "Location", "Retry-After", "Server", "Vary", "Www-Authenticate", "X-Robots-Tag",
}

// maxHeaderValue of a shown header, in characters.
const maxHeaderValue = 500

// Preview fetches and reads an address as a check would.
func (f *Finder) Preview(ctx context.Context, request PreviewRequest) (*Preview, error) {
	settings, err := f.previewSettings(ctx, request)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, previewTimeout)
	defer cancel()
	s := f.newSearch(ctx, settings.address, settings.credentials, previewTimeout, func(Event) {})
	preview, candidate, err := s.preview(ctx, settings)
	if err != nil {
		return nil, err
	}
	if twin := s.httpsAddress(ctx, candidate); twin != "" {
		preview.Warnings = append(preview.Warnings, "The same feed is available by https. Use "+twin+" instead.")
	}
	return s.hide.preview(preview), nil
}

// preview fetches an address and reads it with the settings.
func (s *search) preview(ctx context.Context, settings *previewSettings) (*Preview, *rankedCandidate, error) {
	memory := s.reserve(fetch.DefaultMaxBytes)
	defer memory.release()
	result := s.get(ctx, fetch.Request{URL: settings.address.String(), ReserveMemory: memory.acquire})
	if memory.timedOut {
		return nil, nil, problem.New(problem.TooManySearches, "Too many previews and lookups are running. Try again in a "+
			"moment.").WithRetryAfter(responseTimeout)
	}
	if result.NotSent && result.Outcome == fetch.Timeout { // not a failure of the site
		return nil, nil, problem.New(problem.TooManySearches, "%s", result.Detail).
			WithRetryAfter(max(result.RetryAfter, time.Second))
	}
	given := lead{url: settings.address, from: FromGiven}
	var p *Preview
	var ranked *rankedCandidate
	s.parseResult(ctx, result, func() { p, ranked = s.readPreview(given, result, settings) })
	s.markExisting(ctx, ranked)
	p.Existing = ranked.Existing
	return p, ranked, nil
}

// readPreview reads the response to a preview. The caller holds memory for parsing.
func (s *search) readPreview(given lead, result *fetch.Result, settings *previewSettings) (*Preview, *rankedCandidate) {
	candidate, document := s.judgeWithRecipe(given, result, settings.reading.Recipe, feed.Options{
		Charset: settings.reading.Charset, DefaultZone: settings.zone, Identity: settings.reading.IdentityPolicy,
	})
	p := &Preview{Candidate: *candidate, ContentType: result.ContentType, ContentEncoding: result.ContentEncoding,
		Bytes: len(result.Body), WireBytes: result.WireBytes, Protocol: result.Proto, Headers: newHeaders(result.Header)}
	p.Detail = warning.PreviewDetail(fetch.Outcome(p.Outcome), settings.kind, p.Detail)
	p.Warnings = append(warning.OfRedirects(p.URL, result), settings.warnings...)
	if document != nil {
		stats := document.Stats()
		p.Charset, p.Dated, p.Duplicates = document.Charset, stats.Dated, stats.Duplicates
		p.Warnings = append(p.Warnings, warning.Of(document, result, settings.kind, s.now())...)
	}
	return p, newRankedCandidate(given, candidate, document)
}

// httpsAddress returns the https address of a feed that was fetched by http, or "" if it has other
// items.
func (s *search) httpsAddress(ctx context.Context, c *rankedCandidate) string {
	if c.Kind == "" || c.final.Scheme() != "http" {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, upgradeTimeout)
	defer cancel()
	if twin, _ := s.fetchHTTPSTwin(ctx, c); twin != nil {
		return twin.URL
	}
	return ""
}

func newHeaders(h http.Header) []Header {
	list := []Header{}
	for name, values := range h {
		if slices.Contains(shownHeaders, name) {
			for _, value := range values {
				list = append(list, Header{name, string([]rune(value)[:min(len([]rune(value)), maxHeaderValue)])})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b Header) int { return strings.Compare(a.Name, b.Name) })
	return list
}
