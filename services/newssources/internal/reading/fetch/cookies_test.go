package fetch

import (
	"fmt"
	"net/http"
	"testing"
)

// TestCookieOverARedirect covers sites that redirect to the same address until it is requested with
// a cookie.
func TestCookieOverARedirect(t *testing.T) {
	t.Parallel()
	site := serve(t, "cookie.test", func(w http.ResponseWriter, r *http.Request) {
		switch {
		case r.URL.Path == "/never":
			http.SetCookie(w, &http.Cookie{Name: "visit", Value: "1", Path: "/"})
			http.Redirect(w, r, "/never", http.StatusFound)
		case r.URL.Path == "/counts":
			http.SetCookie(w, &http.Cookie{Name: "visit", Value: r.Header.Get("Cookie") + "x", Path: "/"})
			http.Redirect(w, r, "/counts", http.StatusFound)
		case r.URL.Path == "/set":
			http.SetCookie(w, &http.Cookie{Name: "visit", Value: "1", Path: "/"})
			http.Redirect(w, r, r.FormValue("back"), http.StatusFound)
		case r.Header.Get("Cookie") == "visit=1":
			fmt.Fprint(w, "welcome")
		case r.URL.Path == "/around":
			http.Redirect(w, r, "/set?back=/around", http.StatusFound)
		default:
			http.SetCookie(w, &http.Cookie{Name: "visit", Value: "1", Path: "/"})
			http.Redirect(w, r, r.URL.Path, http.StatusFound)
		}
	})
	c := newClient(t, Config{})
	for range 2 { // no cookie is kept for the next request
		for path, want := range map[string]int{"self": 1, "around": 2} {
			if r := get(t, c, Request{URL: site + "/" + path}); string(r.Body) != "welcome" || len(r.Hops) != want {
				t.Errorf("%s: %s %q after %d redirects", path, r.Outcome, r.Body, len(r.Hops))
			}
		}
	}
	for _, path := range []string{"never", "counts"} {
		wantOutcome(t, get(t, c, Request{URL: site + "/" + path}), TooManyRedirects)
	}
}
