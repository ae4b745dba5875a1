package main

import (
	"fmt"
	"mime"
	"net/http"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
)

// static serves the built app where nginx is not installed. It reads the response headers from
// nginx's template; a test compares its responses with nginx's.
type static struct {
	root    string
	headers map[string]string
	config  string
}

var (
	addHeader = regexp.MustCompile(`(?m)^\s*add_header (\S+) "([^"]*)" always;`)
	hidden    = regexp.MustCompile(`^/br/|/\.|\.(gz|br)$`)
)

func newStatic(root string, values settings) (*static, error) {
	template, err := values.fill("default.conf.template")
	if err != nil {
		return nil, err
	}
	config, err := values.fill("config.json.template")
	if err != nil {
		return nil, err
	}
	s := &static{root: root, config: config, headers: map[string]string{}}
	for _, match := range addHeader.FindAllStringSubmatch(template, -1) {
		s.headers[match[1]] = match[2]
	}
	if s.headers["Content-Security-Policy"] == "" {
		return nil, fmt.Errorf("%s/default.conf.template has no Content-Security-Policy", values.dir)
	}
	// Not every system's MIME table lists these.
	for extension, kind := range map[string]string{".webmanifest": "application/manifest+json", ".woff2": "font/woff2",
		".ico": "image/x-icon"} {
		if err := mime.AddExtensionType(extension, kind); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (s *static) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	for name, value := range s.headers {
		w.Header().Set(name, value)
	}
	urlPath := path.Clean(r.URL.Path)
	w.Header().Set("Cache-Control", "no-cache")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "Only GET and HEAD are allowed.", http.StatusMethodNotAllowed)
	case hidden.MatchString(r.URL.Path):
		s.notFound(w)
	case urlPath == "/config.json":
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(s.config))
	case urlPath == "/web-healthz":
		_, _ = w.Write([]byte("ok\n"))
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		if !s.isFile(urlPath) {
			s.notFound(w)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		s.serveFile(w, r, urlPath)
	case s.isFile(urlPath):
		s.serveFile(w, r, urlPath)
	default:
		s.serveFile(w, r, "/index.html")
	}
}

func (s *static) notFound(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "Not found", http.StatusNotFound)
}

func (s *static) isFile(urlPath string) bool {
	info, err := os.Stat(filepath.Join(s.root, urlPath))
	return err == nil && info.Mode().IsRegular()
}

// serveFile serves a file, or a precompressed copy that the client accepts. It avoids
// http.ServeFile, which redirects /index.html.
func (s *static) serveFile(w http.ResponseWriter, r *http.Request, urlPath string) {
	name := urlPath
	for _, precompressed := range []struct{ encoding, name string }{{"br", "/br" + urlPath}, {"gzip", urlPath + ".gz"}} {
		if !s.isFile(precompressed.name) {
			continue
		}
		w.Header().Set("Vary", "Accept-Encoding")
		if strings.Contains(r.Header.Get("Accept-Encoding"), precompressed.encoding) {
			// Without it, ServeContent detects the type of the compressed bytes.
			w.Header().Set("Content-Type", mime.TypeByExtension(path.Ext(urlPath)))
			w.Header().Set("Content-Encoding", precompressed.encoding)
			name = precompressed.name
			break
		}
	}
	file, err := os.Open(filepath.Join(s.root, name))
	if err != nil {
		s.notFound(w)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		s.notFound(w)
		return
	}
	http.ServeContent(w, r, urlPath, info.ModTime(), file)
}
