package fetch

import (
	"net/http"
	"net/http/cookiejar"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// maxCookies of a redirect, and maxCookieBytes of each, are sent back within one visit.
const maxCookies, maxCookieBytes = 10, 4 << 10

// keepCookies keeps the cookies of a redirect of the first site for the following requests of this
// visit: some sites redirect to the same address until it is requested with a cookie. They are
// never stored.
func (v *visit) keepCookies(at target, response *http.Response) {
	if at.domain != v.first.domain || len(response.Header.Values("Set-Cookie")) == 0 {
		return
	}
	if v.jar == nil {
		v.jar, _ = cookiejar.New(&cookiejar.Options{PublicSuffixList: publicsuffix.List}) // the error is always nil
	}
	var kept []*http.Cookie
	for _, cookie := range response.Cookies() {
		if len(kept) < maxCookies && len(cookie.Name)+len(cookie.Value) <= maxCookieBytes {
			kept = append(kept, cookie)
		}
	}
	v.jar.SetCookies(at.URL, kept)
}

// cookies returns the Cookie header for an address of the first site that was requested before, or
// "". Other addresses get no cookies.
func (v *visit) cookies(at target, seen map[string]bool) string {
	if v.jar == nil || at.domain != v.first.domain || !seen[at.String()] {
		return ""
	}
	var pairs []string
	for _, cookie := range v.jar.Cookies(at.URL) {
		pairs = append(pairs, cookie.Name+"="+cookie.Value)
	}
	return strings.Join(pairs, "; ")
}
