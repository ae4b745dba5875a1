package identity

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

func newTestXSRF(t *testing.T, secret string, production bool) *XSRF {
	t.Helper()
	x, err := NewXSRF([]byte(secret), production)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func TestXSRFCheckRefusesOtherTokens(t *testing.T) {
	t.Parallel()
	const secret = "a secret of thirty-two bytes ..."
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	x := newTestXSRF(t, secret, true)
	x.now = func() time.Time { return now }
	at := func(age time.Duration) *XSRF {
		other := *x
		other.now = func() time.Time { return now.Add(-age) }
		return &other
	}

	ana := Person{UID: "uid-ana", AuthTime: now.Add(-time.Hour)}
	again := Person{UID: "uid-ana", AuthTime: now.Add(-time.Minute)}
	ben := Person{UID: "uid-ben", AuthTime: ana.AuthTime}
	good := x.Issue(ana).Value
	issue := func(x *XSRF, p Person) string { return x.Issue(p).Value }
	change := func(i int) string { // one bit of one character
		b := []byte(good)
		if b[i] == 'A' {
			b[i] = 'B'
		} else {
			b[i] = 'A'
		}
		return string(b)
	}
	both := func(token string) [2]string { return [2]string{token, token} }

	for _, c := range []struct {
		name   string
		tokens [2]string // header, cookie
		want   problem.Code
	}{
		{"good", both(good), ""},
		{"no header and no cookie", both(""), problem.XSRFMissing},
		{"no header", [2]string{"", good}, problem.XSRFMissing},
		{"no cookie", [2]string{good, ""}, problem.XSRFMissing},
		{"valid header and another valid cookie", [2]string{issue(x, ana), good}, problem.XSRFInvalid},
		{"arbitrary value", both("planted"), problem.XSRFInvalid},
		{"other length", both(good + "AAAA"), problem.XSRFInvalid},
		{"truncated", both(good[:40]), problem.XSRFInvalid},
		{"nonce changed", both(change(0)), problem.XSRFInvalid},
		{"time changed", both(change(30)), problem.XSRFInvalid},
		{"signature changed", both(change(60)), problem.XSRFInvalid},
		{"token of another person", both(issue(x, ben)), problem.XSRFInvalid},
		{"token of a later sign-in", both(issue(x, again)), problem.XSRFInvalid},
		{"token with another secret", both(issue(newTestXSRF(t, strings.ToUpper(secret), true), ana)), problem.XSRFInvalid},
		{"a day old", both(issue(at(24*time.Hour), ana)), ""},
		{"older than a day", both(issue(at(24*time.Hour+time.Second), ana)), problem.XSRFInvalid},
		{"issued one minute in the future", both(issue(at(-time.Minute), ana)), ""},
		{"issued one hour in the future", both(issue(at(-time.Hour), ana)), problem.XSRFInvalid},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodPost, "/newssources", nil)
			if c.tokens[0] != "" {
				r.Header.Set(XSRFHeader, c.tokens[0])
			}
			if c.tokens[1] != "" {
				r.AddCookie(&http.Cookie{Name: XSRFCookie, Value: c.tokens[1]})
			}
			err := x.Check(r, ana)
			if c.want == "" && err != nil || c.want != "" && !problem.Is(err, c.want) {
				t.Fatalf("got %v, want %q", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), good) {
				t.Errorf("the error contains the token: %v", err)
			}
		})
	}
}

func TestXSRFAcceptsTheValidOneOfTwoCookies(t *testing.T) {
	t.Parallel()
	x := newTestXSRF(t, "a secret of thirty-two bytes ...", true)
	ana := Person{UID: "uid-ana", AuthTime: time.Now()}
	r := httptest.NewRequest(http.MethodPost, "/newssources", nil)
	r.AddCookie(&http.Cookie{Name: XSRFCookie, Value: "planted"})
	r.AddCookie(x.Issue(ana))
	r.Header.Set(XSRFHeader, "planted")
	if err := x.Check(r, ana); !problem.Is(err, problem.XSRFInvalid) {
		t.Errorf("second cookie: got %v", err)
	}
	valid := r.CookiesNamed(XSRFCookie)[1].Value
	r.Header.Set(XSRFHeader, valid)
	if err := x.Check(r, ana); err != nil {
		t.Errorf("valid cookie: got %v", err)
	}
}

func TestXSRFCookieAttributes(t *testing.T) {
	t.Parallel()
	for production, want := range map[bool]string{
		true:  "; Path=/; Max-Age=86400; Secure; SameSite=Strict",
		false: "; Path=/; Max-Age=86400; SameSite=Strict",
	} {
		cookie := newTestXSRF(t, "a secret of thirty-two bytes ...", production).Issue(Person{UID: "uid-ana"})
		if got := strings.TrimPrefix(cookie.String(), XSRFCookie+"="+cookie.Value); got != want {
			t.Errorf("production %t: got %q", production, got)
		}
	}
}

func TestNewXSRFRefusesShortSecret(t *testing.T) {
	t.Parallel()
	if _, err := NewXSRF([]byte("thirty-one bytes are too little"), true); !strings.Contains(mustErr(err).Error(),
		"XSRF_SECRET") {
		t.Errorf("got %v", err)
	}
}
