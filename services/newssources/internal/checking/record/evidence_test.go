package record

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"github.com/newsources/newsources/services/newssources/internal/checking/queue"
	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
	"github.com/newsources/newsources/services/newssources/internal/rules/health"
)

func TestEvidenceHeaders(t *testing.T) {
	t.Parallel()
	secrets := secrettext.New(secrettext.OfPassword("reader", "s3cret pass"))
	tests := []struct{ name, value, want string }{
		{"Server", "nginx", "nginx"},
		{"Set-Cookie2", "id=1", secrettext.Hidden},
		{"X-Auth-Token", "abc", secrettext.Hidden},
		{"X-Amz-Signature", "abc", secrettext.Hidden},
		{"X-Auth", "abc", secrettext.Hidden},
		{"X-Jwt", "abc", secrettext.Hidden},
		{"X-Key", "abc", secrettext.Hidden},
		{"X-Amz-Security-Tok", "abc", secrettext.Hidden},
		{"Not-Known", "abc", secrettext.Hidden},
		{"X-Ratelimit-Remaining", "3", "3"},
		{"Location", "https://example.org/feed?page=2&access_token=abc#x",
			"https://example.org/feed?page=2&access_token=" + secrettext.Hidden + "#x"},
		{"Refresh", "0; url=/feed?sig=abc&jwt=def", "0; url=/feed?sig=" + secrettext.Hidden + "&jwt=" + secrettext.Hidden},
		{"Via", "you sent s3cret pass", "you sent " + secrettext.Hidden},
		{"Via", "Basic cmVhZGVyOnMzY3JldCBwYXNz", "Basic " + secrettext.Hidden},
		{"Link", "<https://reader:other@example.org/feed>; rel=self",
			"<https://" + secrettext.Hidden + "@example.org/feed>; rel=self"},
		{"Via", "caf\xe9\x01", "caf\uFFFD\uFFFD"},
		{"Via", strings.Repeat("é", 300), strings.Repeat("é", 250) + "…"},
	}
	for _, test := range tests {
		kept, omitted := evidenceHeaders(http.Header{test.name: {test.value}}, secrets)
		if len(kept) != 1 || kept[0] != (header{test.name, test.want}) || omitted != 0 {
			t.Errorf("%s: %q: got %q, %d omitted", test.name, test.value, kept, omitted)
		}
	}
}

func TestEvidenceHeadersAreBounded(t *testing.T) {
	t.Parallel()
	many, large := http.Header{}, http.Header{}
	for i := range 100 {
		many.Set(fmt.Sprintf("X-Ratelimit-%03d", i), "1")
		large.Set(fmt.Sprintf("X-Ratelimit-%03d", i), strings.Repeat("x", 400))
	}
	for name, test := range map[string]struct {
		from http.Header
		kept int
	}{"many": {many, maxEvidenceHeaders}, "large": {large, 19}} {
		kept, omitted := evidenceHeaders(test.from, secrettext.New(nil))
		if len(kept) != test.kept || len(kept)+omitted != 100 || kept[0].Name != "X-Ratelimit-000" {
			t.Errorf("%s: %d kept, %d omitted", name, len(kept), omitted)
		}
	}
}

func TestStartText(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, contentType, start, want string }{
		{"UTF-8", "", "<rss>\r\n\tgrün</rss>", "<rss>\n\tgrün</rss>"},
		{"cut within a character", "", "grün für fü\xc3", "grün für fü"},
		{"declared encoding", "text/xml; charset=windows-1251", "\xcf\xf0\xe8\xe2\xe5\xf2", "Привет"},
		{"control characters", "", "a\x00b\x1b[31mc\u202e", "a\uFFFDb\uFFFD[31mc\uFFFD"},
		{"nothing", "", "", ""},
	}
	for _, test := range tests {
		if got := startText([]byte(test.start), markup.Hints{ContentType: test.contentType}); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
	if start := startText([]byte("\x1f\x8b\x08\x00binary\xff\xfe"), markup.Hints{}); strings.ContainsAny(start,
		"\x00\x1f\x08") {
		t.Errorf("a binary body is %q", start)
	}
}

func TestNeedsEvidence(t *testing.T) {
	t.Parallel()
	id, now := uuid.New(), time.Now()
	at := func(age time.Duration) *time.Time { return new(now.Add(-age)) }
	tests := []struct {
		name    string
		cause   health.Cause
		outcome fetch.Outcome
		before  state
		want    bool
	}{
		{"failure", health.NotFound, fetch.NotFound, state{FullCheckAt: at(0)}, true},
		{"first success", health.None, fetch.OK, state{}, true},
		{"success after a failure", health.None, fetch.OK, state{FullCheckAt: at(0), LastCause: health.Timeout}, true},
		{"success after a success", health.None, fetch.OK, state{FullCheckAt: at(0)}, false},
		{"success of the next period", health.None, fetch.OK, state{FullCheckAt: at(evidenceEvery)}, true},
		{"304 after a failure", health.None, fetch.NotModified, state{LastCause: health.Timeout}, false},
	}
	for _, test := range tests {
		f := &Finding{Task: &queue.Task{EndpointID: id}, FinishedAt: now, Result: &fetch.Result{Outcome: test.outcome}}
		if got := f.needsEvidence(test.cause, &test.before); got != test.want {
			t.Errorf("%s: got %t", test.name, got)
		}
	}
}
