package discover

import (
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/pagelist"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/source"
)

// PreviewRequest says what to test, and how it would be read. What is nil is as the endpoint has it, where there is one;
// an empty text is none.
type PreviewRequest struct {
	EndpointID                    *uuid.UUID
	URL                           string // or the endpoint's
	Kind, Charset, Zone, Identity *string
	Recipe                        *pagelist.Recipe
	Credentials                   *source.Credentials
}

// Preview is what a check of an endpoint would see.
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

// Header is one line of an answer.
type Header struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// shownHeaders explain why an answer is as it is; others only tell about the site's machines.
var shownHeaders = []string{
	"Age", "Cache-Control", "Cf-Mitigated", "Content-Encoding", "Content-Length", "Content-Type", "Date", "Etag", "Expires",
	"Last-Modified", "Location", "Retry-After", "Server", "Vary", "Www-Authenticate", "X-Robots-Tag",
}

// maxHeaderValue of a shown header, in characters.
const maxHeaderValue = 500

// Preview fetches and reads an address as a check would, and says everything about it.
func (f *Finder) Preview(ctx context.Context, request PreviewRequest) (*Preview, error) {
	s, err := f.settings(ctx, request)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, timeBox)
	defer cancel()
	r := &run{Finder: f, ctx: ctx, pasted: s.address.String(), secret: s.secret, patience: timeBox, emit: func(Event) {}, seen: map[string]bool{}, fields: map[string]Field{}, said: map[string]bool{}}
	p, t, err := r.check(s)
	if err != nil {
		return nil, err
	}
	if better := r.encrypted(t); better != "" {
		p.Warnings = append(p.Warnings, "The same is there encrypted. Use "+better+" instead.")
	}
	return p, nil
}

// check fetches an address and reads it as it is saved, or would be.
func (r *run) check(s *settings) (*Preview, *told, error) {
	h := r.holding(fetch.DefaultMaxBytes)
	defer h.giveBack()
	result := r.get(r.ctx, fetch.Request{URL: s.address.String(), ReserveMemory: h.take})
	if h.full {
		return nil, nil, problem.New(problem.TooManySearches, "Many addresses are being looked at. Try again in a moment.").WithRetryAfter(answerBox)
	}
	candidate, document := r.judgeAs(lead{URL: s.address.String(), From: FromGiven}, result, s.reading.Recipe, feed.Options{
		Charset: s.reading.Charset, DefaultZone: s.zone, Identity: feed.IdentityPolicy(s.reading.IdentityPolicy),
	})
	p := &Preview{Candidate: *candidate, ContentType: result.ContentType, ContentEncoding: result.ContentEncoding,
		Bytes: len(result.Body), WireBytes: result.WireBytes, Protocol: result.Proto, Headers: headers(result.Header)}
	p.Detail = advice(p.Candidate, s.kind)
	p.Warnings = append(moved(p.Candidate, result.Permanent), s.warnings...)
	if document != nil {
		stats := document.Stats()
		p.Charset, p.Dated, p.Duplicates = document.Charset, stats.Dated, stats.Duplicates
		p.Warnings = append(p.Warnings, concerns(document, result, s.kind, r.now())...)
	}
	return p, newTold(candidate, document), nil
}

// encrypted is the https address of what was read by http, when the same items are there; empty otherwise.
func (r *run) encrypted(t *told) string {
	if t.Kind == "" || !strings.HasPrefix(t.FinalURL, "http://") {
		return ""
	}
	ctx, cancel := context.WithTimeout(r.ctx, secureBox)
	defer cancel()
	if twin, _ := r.twin(ctx, t); twin != nil {
		return twin.URL
	}
	return ""
}

func headers(h http.Header) []Header {
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
