// Package nginx_test runs nginx with the rendered templates of this folder and checks its
// responses.
package nginx_test

import (
	"compress/gzip"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

const (
	immutable = "public, max-age=31536000, immutable"
	script    = "/assets/index-B4xW91.js"
)

// TestCacheControl checks Cache-Control, Content-Type and status; missing assets must not be
// cached.
func TestCacheControl(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	for _, test := range []struct {
		path, cache, contentType string
		status                   int
	}{
		{"/", "no-cache", "text/html; charset=utf-8", 200},
		{"/index.html", "no-cache", "text/html; charset=utf-8", 200},
		{"/favicon.svg", "no-cache", "image/svg+xml", 200},
		{script, immutable, "text/javascript; charset=utf-8", 200},
		{"/assets/font-C0ffee.woff2", immutable, "font/woff2", 200},
		{"/assets/index-G0ne00.js", "no-store", "text/html; charset=utf-8", 404},
		{"/assets/", "no-store", "text/html; charset=utf-8", 404},
		{"/assets/nested/none.css", "no-store", "text/html; charset=utf-8", 404},
		{"/config.json", "no-store", "application/json", 200},
		{"/web-healthz", "no-cache", "text/plain; charset=utf-8", 200},
		{"/.env", "no-store", "text/html; charset=utf-8", 404},
		{"/assets/.vite/manifest.json", "no-store", "text/html; charset=utf-8", 404},
		{"/.well-known/anything", "no-store", "text/html; charset=utf-8", 404},
		{"/config.json.gz", "no-store", "text/html; charset=utf-8", 404},
		{script + ".gz", "no-store", "text/html; charset=utf-8", 404},
		{"/br" + script, "no-store", "text/html; charset=utf-8", 404},
		{"/br/", "no-store", "text/html; charset=utf-8", 404},
	} {
		answer := web.get(t, test.path, nil)
		if answer.StatusCode != test.status {
			t.Errorf("%s: status %d, want %d", test.path, answer.StatusCode, test.status)
		}
		if got := answer.Header.Get("Cache-Control"); got != test.cache {
			t.Errorf("%s: Cache-Control %q, want %q", test.path, got, test.cache)
		}
		if got := answer.Header.Get("Content-Type"); got != test.contentType {
			t.Errorf("%s: Content-Type %q, want %q", test.path, got, test.contentType)
		}
	}
}

// TestRangesAreIgnored checks that a range that does not exist is not cached permanently as an
// error.
func TestRangesAreIgnored(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	whole := web.get(t, script, nil)
	for _, byteRange := range []string{"bytes=0-3", "bytes=999999-", "bytes=5-2"} {
		answer := web.get(t, script, map[string]string{"Range": byteRange})
		if answer.StatusCode != http.StatusOK || answer.body != whole.body || answer.Header.Get("Content-Range") != "" ||
			answer.Header.Get("Cache-Control") != immutable {
			t.Errorf("%s: status %d, %d bytes, %v", byteRange, answer.StatusCode, len(answer.body), answer.Header)
		}
	}
}

// TestRevalidation checks that a conditional request is answered with 304.
func TestRevalidation(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	for path, cache := range map[string]string{"/": "no-cache", script: immutable} {
		tag := web.get(t, path, nil).Header.Get("ETag")
		again := web.get(t, path, map[string]string{"If-None-Match": tag})
		if tag == "" || again.StatusCode != http.StatusNotModified || again.Header.Get("Cache-Control") != cache {
			t.Errorf("%s with ETag %q: status %d, Cache-Control %q", path, tag, again.StatusCode,
				again.Header.Get("Cache-Control"))
		}
	}
}

// TestDeepLinks checks that all other paths return the app.
func TestDeepLinks(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	for _, path := range []string{
		"/newssources", "/newssources/0199", "/newssources?q=a&sort=-name", "/assets", "/no/such/page", "/healthz",
		"/metrics",
		"/with%20space", "/%E2%82%AC", "/a..b", "/index.htm",
	} {
		answer := web.get(t, path, nil)
		if answer.StatusCode != 200 || !strings.Contains(answer.body, "the app") {
			t.Errorf("%s: status %d, body %q", path, answer.StatusCode, answer.body)
		}
	}
	if answer := web.get(t, "/%2e%2e/%2e%2e/etc/passwd", nil); answer.StatusCode != 400 {
		t.Errorf("a path outside the root: status %d", answer.StatusCode)
	}
	request, _ := http.NewRequestWithContext(context.Background(), http.MethodPost, "http://web/newssources",
		strings.NewReader("{}"))
	if answer := web.do(t, request); answer.StatusCode != http.StatusMethodNotAllowed ||
		answer.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("POST: status %d, Allow %q", answer.StatusCode, answer.Header.Get("Allow"))
	}
}

// TestSecurityHeaders checks that every response has each security header exactly once.
func TestSecurityHeaders(t *testing.T) {
	t.Parallel()
	web := start(t, map[string]string{"FIREBASE_AUTH_DOMAIN": "news.firebaseapp.com"})
	want := map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self' https://apis.google.com; style-src 'self'; " +
			"connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com; " +
			"frame-src https://news.firebaseapp.com; img-src 'self' data: https://*.googleusercontent.com; " +
			"base-uri 'none'; object-src 'none'; form-action 'none'; frame-ancestors 'none'",
		"Cross-Origin-Opener-Policy": "same-origin-allow-popups",
		"Strict-Transport-Security":  "max-age=31536000",
		"X-Content-Type-Options":     "nosniff",
		"Referrer-Policy":            "strict-origin-when-cross-origin",
		"Permissions-Policy": "accelerometer=(), autoplay=(), camera=(), clipboard-read=(), display-capture=(), " +
			"encrypted-media=(), fullscreen=(), " +
			"geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), payment=(), " +
			"picture-in-picture=(), " +
			"screen-wake-lock=(), serial=(), usb=(), xr-spatial-tracking=()",
		"Server": "nginx",
	}
	paths := []string{"/", "/newssources", script, "/assets/none.js", "/config.json", "/web-healthz", "/.git", "/%2e%2e/x"}
	for _, path := range paths {
		answer := web.get(t, path, nil)
		for name, value := range want {
			if got := answer.Header.Values(name); len(got) != 1 || got[0] != value {
				t.Errorf("%s (%d): %s is %q, want %q", path, answer.StatusCode, name, got, value)
			}
		}
		if got := answer.Header.Values("Cache-Control"); len(got) != 1 {
			t.Errorf("%s: Cache-Control %q, want one", path, got)
		}
	}
}

// TestNoHeadersInLocations checks that no location has an add_header, which would disable all
// inherited headers.
func TestNoHeadersInLocations(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("default.conf.template")
	if err != nil {
		t.Fatal(err)
	}
	_, locations, found := strings.Cut(string(text), "\n  location ")
	if !found || strings.Contains(locations, "add_header") {
		t.Error("default.conf.template has an add_header in or after its first location")
	}
}

// TestPolicyAdditions checks that the policy allows the configured API host, auth emulator and
// additional sources.
func TestPolicyAdditions(t *testing.T) {
	t.Parallel()
	web := start(t, map[string]string{
		"WEB_PRODUCTION": "false", "WEB_HOST": "https://api.example.org", "WEB_AUTH_EMULATOR": "http://127.0.0.1:9099",
		"WEB_CSP_CONNECT": "https://a.example https://b.example", "WEB_CSP_FRAME": "https://f.example",
		"WEB_CSP_SCRIPT": "https://s.example",
	})
	policy := web.get(t, "/", nil).Header.Get("Content-Security-Policy")
	for _, part := range []string{
		"connect-src 'self' https://identitytoolkit.googleapis.com https://securetoken.googleapis.com " +
			"https://api.example.org http://127.0.0.1:9099 https://a.example https://b.example;",
		"frame-src http://127.0.0.1:9099 https://f.example;",
		"script-src 'self' https://apis.google.com https://s.example;",
	} {
		if !strings.Contains(policy, part) {
			t.Errorf("%q is missing in the policy: %s", part, policy)
		}
	}
	if policy := start(t, nil).get(t, "/", nil).Header.Get("Content-Security-Policy"); !strings.Contains(policy,
		"frame-src 'none';") {
		t.Errorf("without an auth domain, the policy must not allow frames: %s", policy)
	}
}

// TestConfiguration checks that /config.json contains the settings, including special characters.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	odd := `quo"te \back $dollar ${HOME} {{b}} 'single' ünï <b>`
	web := start(t, map[string]string{
		"WEB_PRODUCTION": "false", "WEB_HOST": "https://api.example.org", "WEB_VERSION": odd, "FIREBASE_PROJECT_ID": "news-1",
		"FIREBASE_APP_ID": "1:2:web:3", "FIREBASE_STORAGE_BUCKET": "b", "FIREBASE_API_KEY": odd,
		"FIREBASE_AUTH_DOMAIN":         "news-1.firebaseapp.com",
		"FIREBASE_MESSAGING_SENDER_ID": "42", "FIREBASE_MEASUREMENT_ID": "G-1", "WEB_AUTH_EMULATOR": "http://127.0.0.1:9099",
		"WEB_DEMO_JSON": `{"email":"demo@example.org","password":"p"}`,
	})
	want := map[string]any{
		"production": false, "host": "https://api.example.org", "version": odd, "authEmulator": "http://127.0.0.1:9099",
		"demo": map[string]any{"email": "demo@example.org", "password": "p"},
		"firebase": map[string]any{
			"projectId": "news-1", "appId": "1:2:web:3", "storageBucket": "b", "apiKey": odd,
			"authDomain":        "news-1.firebaseapp.com",
			"messagingSenderId": "42", "measurementId": "G-1",
		},
	}
	equalJSON(t, web.get(t, "/config.json", nil).body, want)
	equalJSON(t, web.get(t, "/config.json", map[string]string{"Accept-Encoding": "gzip, br"}).body, want)
	equalJSON(t, start(t, nil).get(t, "/config.json", nil).body, map[string]any{
		"production": true, "host": "", "version": "dev", "authEmulator": "", "demo": nil,
		"firebase": map[string]any{
			"projectId": "", "appId": "", "storageBucket": "", "apiKey": "", "authDomain": "", "messagingSenderId": "",
			"measurementId": "",
		},
	})
}

func equalJSON(t *testing.T, body string, want any) {
	t.Helper()
	var got any
	if err := json.Unmarshal([]byte(body), &got); err != nil {
		t.Fatalf("%v in %s", err, body)
	}
	gotText, _ := json.Marshal(got)
	wantText, _ := json.Marshal(want)
	if string(gotText) != string(wantText) {
		t.Errorf("config.json is\n%s, want\n%s", gotText, wantText)
	}
}

// TestCompression checks that clients which accept gzip receive precompressed assets and compressed
// responses, and that others do not.
func TestCompression(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	ask := map[string]string{"Accept-Encoding": "gzip", "Via": "1.1 ingress"}
	for path, want := range map[string]string{script: "precompressed", "/": "the app"} {
		answer := web.get(t, path, ask)
		if answer.Header.Get("Content-Encoding") != "gzip" ||
			!strings.Contains(answer.Header.Get("Vary"), "Accept-Encoding") {
			t.Fatalf("%s: Content-Encoding %q, Vary %q", path, answer.Header.Get("Content-Encoding"), answer.Header.Get("Vary"))
		}
		reader, err := gzip.NewReader(strings.NewReader(answer.body))
		if err != nil {
			t.Fatal(err)
		}
		if text, err := io.ReadAll(reader); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %q, %v, want %q", path, text, err, want)
		}
		if answer := web.get(t, path, nil); answer.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s is compressed although the request has no Accept-Encoding", path)
		}
	}
}

// TestBrotli checks which clients receive the Brotli copy of an asset, and that its responses have
// the headers of the original.
func TestBrotli(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	for accept, encoding := range map[string]string{
		"br": "br", "gzip, deflate, br, zstd": "br", "gzip,br": "br", "GZIP, BR": "br", "br;q=1.0, gzip;q=0.5": "br",
		"gzip, br; q=0.25 , *": "br",
		"br;q=0, gzip":         "gzip", "br;q=0.000, gzip": "gzip", "gzip, xbr, br2": "gzip", "gzip": "gzip", "": "",
		"identity": "",
	} {
		headers := map[string]string{"Accept-Encoding": accept}
		answer := web.get(t, script, headers)
		got := answer.Header
		if got.Get("Content-Encoding") != encoding || (answer.body == "Brotli") != (encoding == "br") {
			t.Errorf("Accept-Encoding %q: Content-Encoding %q, body %q", accept, got.Get("Content-Encoding"), answer.body)
		}
		if got.Get("Cache-Control") != immutable || got.Get("Content-Type") != "text/javascript; charset=utf-8" ||
			got.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: %v", accept, got)
		}
		headers["If-None-Match"] = got.Get("ETag")
		if again := web.get(t, script, headers); again.StatusCode != http.StatusNotModified ||
			again.Header.Get("Cache-Control") != immutable || again.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q, repeated: status %d, %v", accept, again.StatusCode, again.Header)
		}
	}
	headers := map[string]string{"Accept-Encoding": "br"}
	for path, status := range map[string]int{"/": 200, "/assets/font-C0ffee.woff2": 200, "/assets/none.js": 404,
		"/config.json": 200} {
		answer := web.get(t, path, headers)
		if answer.StatusCode != status || answer.Header.Get("Content-Encoding") != "" {
			t.Errorf("%s: status %d, Content-Encoding %q", path, answer.StatusCode, answer.Header.Get("Content-Encoding"))
		}
	}
}

// TestAccessLog checks that each request is logged as one line of JSON without its query, and that
// probes are not logged.
func TestAccessLog(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	web.get(t, "/web-healthz", nil)
	web.get(t, "/newssources?token=secret", map[string]string{"X-Request-Id": "r-1", "Authorization": "Bearer secret"})
	// A refused body is an error of the request, which the error log must not repeat with its query.
	large, _ := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://web/web-healthz?token=secret",
		strings.NewReader(strings.Repeat("x", 9000)))
	if answer := web.do(t, large); answer.StatusCode != http.StatusRequestEntityTooLarge {
		t.Errorf("a large body: status %d", answer.StatusCode)
	}
	log := web.stop(t) + web.read(t, "error.log")
	lines := regexp.MustCompile(`(?m)^\{.*\}$`).FindAllString(log, -1)
	if len(lines) != 1 || strings.Contains(log, "secret") {
		t.Fatalf("want one line and no secret, got %q", log)
	}
	var line struct {
		Method, Path string
		Status       int
		RequestID    string `json:"request_id"`
	}
	if err := json.Unmarshal([]byte(lines[0]), &line); err != nil || line.Method != "GET" || line.Status != 200 ||
		line.RequestID != "r-1" {
		t.Errorf("%v, %+v", err, line)
	}
}

// TestWritesOnlyToPrefix checks that nginx's files are in the prefix, the only writable folder of a
// container.
func TestWritesOnlyToPrefix(t *testing.T) {
	t.Parallel()
	web := start(t, nil)
	for _, name := range []string{"nginx.pid", "temp_body", "temp_proxy", "temp_fastcgi", "temp_uwsgi", "temp_scgi"} {
		if _, err := os.Stat(filepath.Join(web.prefix, name)); err != nil {
			t.Error(err)
		}
	}
}
