package discover

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"slices"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/fetch"
	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// PreviewRequest says what to test, and how an endpoint would be read.
type PreviewRequest struct {
	URL      string
	Charset  string
	Zone     string // IANA name of the zone of dates that name none
	Identity string
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
	address, err := weburl.Parse(request.URL)
	if err != nil {
		var wrong problem.Fields
		wrong.Add("/url", "address", "%s", err.Error())
		return nil, wrong.Err()
	}
	zone, err := time.LoadLocation(request.Zone)
	if err != nil {
		var wrong problem.Fields
		wrong.Add("/default_zone", "zone", "“%s” isn't a time zone. Use a name such as Europe/Madrid.", request.Zone)
		return nil, wrong.Err()
	}
	ctx, cancel := context.WithTimeout(ctx, timeBox)
	defer cancel()
	result := f.fetch.Get(ctx, fetch.Request{URL: address.String()})
	r := &run{Finder: f, ctx: ctx, emit: func(Event) {}, seen: map[string]bool{}, fields: map[string]Field{}, said: map[string]bool{}}
	candidate, document := r.judgeAs(lead{URL: address.String(), From: FromGiven}, result, feed.Options{
		Charset: request.Charset, DefaultZone: zone, Identity: feed.IdentityPolicy(request.Identity),
	})
	p := &Preview{Candidate: *candidate, ContentType: result.ContentType, ContentEncoding: result.ContentEncoding,
		Bytes: len(result.Body), WireBytes: result.WireBytes, Protocol: result.Proto, Headers: headers(result.Header)}
	if document != nil {
		stats := document.Stats()
		p.Charset, p.Dated, p.Duplicates = document.Charset, stats.Dated, stats.Duplicates
		p.Warnings = append(p.Warnings, concerns(stats)...)
	}
	return p, nil
}

// concerns says in words what a person should know before gathering this.
func concerns(s feed.Stats) []string {
	var list []string
	if all := s.Items + s.Duplicates; s.Duplicates > 0 {
		list = append(list, fmt.Sprintf("%.0f %% of the items stand there more than once.", math.Round(100*float64(s.Duplicates)/float64(all))))
	}
	return list
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
	slices.SortFunc(list, func(a, b Header) int {
		if a.Name < b.Name {
			return -1
		}
		return 1
	})
	return list
}
