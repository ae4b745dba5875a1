package main

import (
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

// site writes the files of a built app.
func site(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range map[string]string{
		"index.html": "<!doctype html><title>the app</title>", "favicon.svg": "<svg/>", ".env": "SECRET=1",
		"config.json":        "{}",
		"assets/index-B4.js": "console.log(1)", "assets/other.js.gz": "x", "assets/a.css": "a{}", "assets/f.woff2": "f",
	} {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// TestStaticRespondsLikeNginx checks that the headers, statuses and bodies of static equal those of
// nginx.
func TestStaticRespondsLikeNginx(t *testing.T) {
	t.Parallel()
	c := config{root: filepath.Join("..", ".."), state: t.TempDir()}
	values, err := readSettings(t.Context(), filepath.Join(c.root, "web", "nginx"), environment(map[string]string{
		"NGINX_ROOT": site(t), "WEB_PRODUCTION": "false", "WEB_AUTH_EMULATOR": "http://127.0.0.1:9099",
		"WEB_DEMO_JSON":    `{"email":"a"}`,
		"FIREBASE_API_KEY": `quoted "key"`,
	}, nil))
	if err != nil {
		t.Fatal(err)
	}
	plain, err := newStatic(values.values["NGINX_ROOT"], values)
	if err != nil {
		t.Fatal(err)
	}
	s := newStack(c)
	t.Cleanup(s.stopAll)
	nginx, err := s.startNginx(t.Context(), values)
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{
		"/", "/index.html", "/favicon.svg", "/config.json", "/newssources", "/any/other", "/web-healthz",
		"/assets/index-B4.js", "/assets/a.css", "/assets/f.woff2", "/assets/gone.js", "/assets/", "/assets/other.js.gz",
		"/.env", "/.git/config",
	} {
		want, got := get(t, nginx, path), get(t, plain, path)
		for name := range plain.headers {
			if want.Header.Get(name) != got.Header.Get(name) {
				t.Errorf("%s: %s is %q, with nginx %q", path, name, got.Header.Get(name), want.Header.Get(name))
			}
		}
		if want.StatusCode != got.StatusCode || want.Header.Get("Cache-Control") != got.Header.Get("Cache-Control") {
			t.Errorf("%s: %d %q, with nginx %d %q", path, got.StatusCode, got.Header.Get("Cache-Control"), want.StatusCode,
				want.Header.Get("Cache-Control"))
		}
		if got.StatusCode == http.StatusOK &&
			(body(t, want) != body(t, got) || want.Header.Get("Content-Type") != got.Header.Get("Content-Type")) {
			t.Errorf("%s: the bodies differ, or the content type is %q and %q with nginx", path, got.Header.Get("Content-Type"),
				want.Header.Get("Content-Type"))
		}
	}
}

func TestStaticServesPrecompressedAssets(t *testing.T) {
	t.Parallel()
	root := site(t)
	if err := os.MkdirAll(filepath.Join(root, "br", "assets"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"assets/a.css.gz": "gzip", "br/assets/a.css": "Brotli"} {
		if err := os.WriteFile(filepath.Join(root, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := &static{root: root}
	for _, test := range []struct{ accept, encoding, body string }{
		{"gzip, br", "br", "Brotli"},
		{"gzip", "gzip", "gzip"},
		{"", "", "a{}"},
	} {
		request := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/assets/a.css", nil)
		request.Header.Set("Accept-Encoding", test.accept)
		recorder := httptest.NewRecorder()
		s.ServeHTTP(recorder, request)
		got := recorder.Result()
		if got.Header.Get("Content-Encoding") != test.encoding || body(t, got) != test.body {
			t.Errorf("Accept-Encoding %q: encoding %q, want %q", test.accept, got.Header.Get("Content-Encoding"), test.encoding)
		}
		if got.Header.Get("Content-Type") != "text/css; charset=utf-8" || got.Header.Get("Vary") != "Accept-Encoding" {
			t.Errorf("Accept-Encoding %q: headers %v", test.accept, got.Header)
		}
	}
}

func get(t *testing.T, h http.Handler, path string) *http.Response {
	t.Helper()
	answer := httptest.NewRecorder()
	h.ServeHTTP(answer, httptest.NewRequestWithContext(context.Background(), http.MethodGet, path, nil))
	return answer.Result()
}

func body(t *testing.T, r *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestHashSourcesDetectsChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	now := func() string {
		t.Helper()
		state, err := hashSources(dir)
		if err != nil {
			t.Fatal(err)
		}
		return state
	}
	write("src/a.ts", "1")
	first := now()
	for _, ignored := range []string{"src/a.test.ts", "dist/index.html", "node_modules/x/index.js", "e2e/a.spec.ts",
		"nginx/a"} {
		write(ignored, "x")
	}
	if now() != first {
		t.Error("a file outside the build changed the hash")
	}
	write("src/a.ts", "2")
	if now() == first {
		t.Error("a change of a source file did not change the hash")
	}
}
