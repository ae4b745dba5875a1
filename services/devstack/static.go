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

// static serves the built app where nginx isn't installed, by the rules of its template: the headers are
// read from there, and a test compares the answers.
type static struct {
	root    string
	headers map[string]string
	config  string
}

var (
	addHeader = regexp.MustCompile(`(?m)^\s*add_header (\S+) "([^"]*)" always;`)
	hidden    = regexp.MustCompile(`/\.|\.(gz|br)$`)
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
		return nil, fmt.Errorf("%s/default.conf.template: no Content-Security-Policy was found", values.dir)
	}
	// Not every machine's list has them.
	for extension, kind := range map[string]string{".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".ico": "image/x-icon"} {
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
	at := path.Clean(r.URL.Path)
	w.Header().Set("Cache-Control", "no-cache")
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		w.Header().Set("Cache-Control", "no-store")
		http.Error(w, "This address can only be read.", http.StatusMethodNotAllowed)
	case hidden.MatchString(r.URL.Path):
		s.missing(w)
	case at == "/config.json":
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(s.config))
	case at == "/web-healthz":
		_, _ = w.Write([]byte("ok\n"))
	case strings.HasPrefix(r.URL.Path, "/assets/"):
		if !s.isFile(at) {
			s.missing(w)
			return
		}
		w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
		s.file(w, r, at)
	case s.isFile(at):
		s.file(w, r, at)
	default:
		s.file(w, r, "/index.html")
	}
}

func (s *static) missing(w http.ResponseWriter) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, "Not found", http.StatusNotFound)
}

func (s *static) isFile(at string) bool {
	info, err := os.Stat(filepath.Join(s.root, at))
	return err == nil && info.Mode().IsRegular()
}

// file avoids http.ServeFile, which redirects /index.html.
func (s *static) file(w http.ResponseWriter, r *http.Request, at string) {
	file, err := os.Open(filepath.Join(s.root, at))
	if err != nil {
		s.missing(w)
		return
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		s.missing(w)
		return
	}
	http.ServeContent(w, r, at, info.ModTime(), file)
}
