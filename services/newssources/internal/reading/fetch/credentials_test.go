package fetch

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"testing"
)

const secret = "s3cret"

func TestCredentialsAreSentToTheirHostOnly(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	echoCredentials := func(w http.ResponseWriter, r *http.Request) {
		if to := r.FormValue("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
			return
		}
		user, password, _ := r.BasicAuth()
		fmt.Fprintf(w, "%s:%s", user, password)
	}
	first, other := serve(t, "first.test", echoCredentials), serve(t, "other.test", echoCredentials)
	sub := strings.Replace(first, "first.test", "www.first.test", 1)
	port := strings.Replace(other, "other.test", "first.test", 1)
	tests := map[string]struct {
		url    string
		isSent bool
	}{
		"directly":                      {first + "/", true},
		"within the host":               {first + "/?to=/a", true},
		"to another host":               {first + "/?to=" + other, false},
		"to a subdomain":                {first + "/?to=" + sub, false},
		"to another port":               {first + "/?to=" + port, false},
		"to another host and back":      {first + "/?to=" + other + "/%3Fto=" + first, false},
		"to the host in capitals":       {first + "/?to=" + strings.Replace(first, "first", "FIRST", 1) + "/a", true},
		"to a name with a trailing dot": {first + "/?to=" + strings.Replace(first, ".test", ".test.", 1) + "/a", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := get(t, newClient(t, Config{Lab: names.addr}), Request{URL: test.url, Username: "joe", Password: secret})
			wantOutcome(t, r, OK)
			if want := map[bool]string{true: "joe:" + secret, false: ":"}[test.isSent]; string(r.Body) != want {
				t.Errorf("the last server received %q, want %q", r.Body, want)
			}
		})
	}
}

// TestUserNameOrPasswordAloneIsSent covers passwords without a user name, such as tokens, which RFC
// 7617 allows, and sites that require a user name alone.
func TestUserNameOrPasswordAloneIsSent(t *testing.T) {
	t.Parallel()
	site := serve(t, "token.test", func(w http.ResponseWriter, r *http.Request) {
		user, password, ok := r.BasicAuth()
		fmt.Fprintf(w, "%t %s:%s", ok, user, password)
	})
	for want, request := range map[string]Request{
		"true :token": {URL: site, Password: "token"},
		"true joe:":   {URL: site, Username: "joe"},
		"false :":     {URL: site},
	} {
		if r := get(t, newClient(t, Config{}), request); string(r.Body) != want {
			t.Errorf("the server received %q, want %q", r.Body, want)
		}
	}
}

// TestRefusedCredentials verifies that refused credentials and missing ones have different texts.
func TestRefusedCredentials(t *testing.T) {
	t.Parallel()
	site := serve(t, "refuses.test",
		func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusUnauthorized) })
	for password, want := range map[string]string{"": "requires a user name", secret: "does not accept"} {
		r := get(t, newClient(t, Config{}), Request{URL: site, Password: password})
		wantOutcome(t, r, Unauthorized)
		if !strings.Contains(r.Detail, want) {
			t.Errorf("detail %q, want %q", r.Detail, want)
		}
	}
}

// TestRequestsSendNoRefererOrCookies verifies that a hop does not reveal the previous one.
func TestRequestsSendNoRefererOrCookies(t *testing.T) {
	t.Parallel()
	names := newDNSServer(t)
	checkHeaders := func(w http.ResponseWriter, r *http.Request) {
		for _, name := range []string{"Referer", "Cookie", "Origin", "X-Forwarded-For", "Via"} {
			if r.Header.Get(name) != "" {
				t.Errorf("%s receives %s: %s", r.Host, name, r.Header.Get(name))
			}
		}
		http.SetCookie(w, &http.Cookie{Name: "visitor", Value: "1", Path: "/"})
		if to := r.FormValue("to"); to != "" {
			http.Redirect(w, r, to, http.StatusFound)
		}
	}
	first, other := serve(t, "cookies.test", checkHeaders), serve(t, "elsewhere.test", checkHeaders)
	c := newClient(t, Config{Lab: names.addr})
	for _, to := range []string{first + "/a", other, first + "/b"} {
		wantOutcome(t, get(t, c, Request{URL: first + "/?to=" + to, Username: "joe", Password: secret}), OK)
	}
}

// TestRobotsIsRequestedWithoutCredentials checks that robots.txt, which is public, is requested
// without credentials.
func TestRobotsIsRequestedWithoutCredentials(t *testing.T) {
	t.Parallel()
	site := serve(t, "robots.test", func(w http.ResponseWriter, r *http.Request) {
		if _, _, ok := r.BasicAuth(); ok && r.URL.Path == "/robots.txt" {
			t.Error("robots.txt was requested with credentials")
		}
	})
	wantOutcome(t, newClient(t, Config{}).Get(t.Context(), Request{URL: site, Username: "joe", Password: secret}), OK)
}

func TestResultsContainNoCredentials(t *testing.T) {
	t.Parallel()
	site := serve(t, "echo.test", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Set-Cookie", "session="+secret)
		w.Header().Set("Location", "http://joe:"+secret+"@"+r.Host+"/")
		w.WriteHeader(map[bool]int{true: 302, false: 401}[r.URL.Path == "/redirect"])
	})
	c := newClient(t, Config{})
	for path, want := range map[string]Outcome{"/redirect": BadRedirect, "/": Unauthorized} {
		r := get(t, c, Request{URL: site + path, Username: "joe", Password: secret})
		wantOutcome(t, r, want)
		if printed := fmt.Sprintf("%#v", *r); strings.Contains(printed, secret) || strings.Contains(printed, "joe:") {
			t.Errorf("credentials in %s", printed)
		}
	}
	for _, address := range []string{"http://joe:" + secret + "@echo.test/", "joe:" + secret + "@echo.test",
		"http://joe:" + secret + "@/", "http://echo.test:" + secret + "/%"} {
		r := get(t, c, Request{URL: address})
		wantOutcome(t, r, InvalidAddress)
		if printed := fmt.Sprintf("%#v", *r); strings.Contains(printed, "joe:"+secret) {
			t.Errorf("credentials in %s", printed)
		}
	}
}

func TestRequestsArePrintedWithoutCredentials(t *testing.T) {
	t.Parallel()
	request := Request{URL: "https://joe:" + secret + "@a.test/feed", Username: "joe", Password: secret}
	var log bytes.Buffer
	slog.New(slog.NewJSONHandler(&log, nil)).Info("fetching", "request", request)
	slog.New(slog.NewTextHandler(&log, nil)).Info("fetching", "request", request)
	fmt.Fprintf(&log, "%v %+v %#v %s", request, request, request, []Request{request})
	if printed := log.String(); strings.Contains(printed, secret) ||
		!strings.Contains(printed, "GET https://a.test/feed") {
		t.Error(printed)
	}
}

func TestWithoutUser(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://a.test/@joe?b=c@d#e@f":  "https://a.test/@joe?b=c@d#e@f",
		"https://joe:x@a.test/@joe":      "https://a.test/@joe",
		"https://joe@a.test":             "https://a.test",
		"https://joe:x@y@a.test?b":       "https://a.test?b",
		"//joe:x@a.test/":                "//a.test/",
		"joe:x@a.test/feed":              "a.test/feed",
		"https://joe:%zz@a.test:99999/ ": "https://a.test:99999/ ",
		"/@joe//b@c":                     "/@joe//b@c",
		"@joe":                           "@joe",
		"":                               "",
	} {
		if got := withoutUser(address); got != want {
			t.Errorf("%q becomes %q, want %q", address, got, want)
		}
	}
}
