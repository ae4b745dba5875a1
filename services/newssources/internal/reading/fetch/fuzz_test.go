package fetch

import (
	"errors"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func FuzzRetryAfter(f *testing.F) {
	for _, seed := range []string{"120", "1.5", "-1", "NaN", "99999999999999999999", "Sun, 01 Mar 2026 12:30:00 GMT",
		"Sun, 01 Mar 2026 12:30:00 +0000"} {
		f.Add(seed)
	}
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	f.Fuzz(func(t *testing.T, header string) {
		if delay := parseRetryAfter(header, now); delay < 0 || delay > maxRetryAfter {
			t.Errorf("%q: %s", header, delay)
		}
	})
}

func FuzzUnpack(f *testing.F) {
	for header, coding := range map[string]string{"gzip": "gzip", "br": "br", "deflate": "zlib", "": "gzip"} {
		f.Add(header, []byte(pack(coding, feed)))
	}
	f.Add("deflate", []byte(pack("flate", feed)))
	f.Add("gzip, br", []byte(pack("br", pack("gzip", feed))))
	f.Add("utf-8", []byte(feed))
	const maxBytes = 1 << 16
	f.Fuzz(func(t *testing.T, header string, sent []byte) {
		b := readBody(strings.NewReader(string(sent)), header, maxBytes, defaultMaxRatio, bodyMemory{})
		if len(b.data) > maxBytes || b.wire > int64(len(sent)) {
			t.Errorf("%d bytes of %d sent", len(b.data), b.wire)
		}
		known := errors.Is(b.err, errTooLarge) || errors.Is(b.err, errRatio) || errors.Is(b.err, errEncoding) ||
			b.err == io.ErrUnexpectedEOF
		if b.err != nil && !known {
			t.Errorf("error %v", b.err)
		}
		if b.err == nil && b.coding == "" && string(b.data) != string(sent) {
			t.Error("plain bytes were changed")
		}
	})
}

// FuzzLocation verifies that every accepted Location is http or https to a public name and cannot
// split the request.
func FuzzLocation(f *testing.F) {
	for _, seed := range []string{"/a b", "//evil.test", `\\evil.test`, "http://user:pass@127.0.0.1/",
		"javascript:alert(1)", "?é", "http://[::1]/", "http://a.test:99999/", "/%zz", "feed://a.test"} {
		f.Add(seed)
	}
	for _, seed := range literals {
		f.Add(seed)
	}
	base, err := parseTarget("https://base.test/from/here?a=b")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, location string) {
		for _, read := range []func(string) (target, error){base.resolve, parseTarget} {
			to, err := read(location)
			if err != nil {
				if _, ok := errors.AsType[*weburl.Error](err); !ok || err.Error() == "" {
					t.Errorf("error %v", err)
				}
				continue
			}
			checkTarget(t, to)
		}
		if strings.Contains(location, "@") {
			if shown, err := url.Parse(withoutUser(location)); err == nil && shown.User != nil {
				t.Errorf("credentials in %q", shown)
			}
		}
	})
}

func checkTarget(t *testing.T, to target) {
	again, err := url.Parse(to.String())
	if err != nil || again.Host != to.Host || again.User != nil || to.Scheme != "http" && to.Scheme != "https" ||
		to.domain == "" {
		t.Errorf("%q: %v", to, err)
	}
	if _, err := netip.ParseAddr(to.Hostname()); err == nil || strings.ContainsAny(to.Host, "%@[]\\ ") {
		t.Errorf("host %q", to.Host)
	}
	if strings.ContainsFunc(to.String(), func(r rune) bool { return r <= ' ' || r >= 0x7f }) ||
		len(to.String()) > weburl.MaxLength {
		t.Errorf("%q", to)
	}
	if _, err := http.NewRequest(http.MethodGet, to.String(), nil); err != nil {
		t.Error(err)
	}
	if same, err := parseTarget(to.String()); err != nil || same.String() != to.String() {
		t.Errorf("%q becomes %v: %v", to, same, err)
	}
}
