package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"
)

// navigation sends a person's browser to the app: /newssources is both a page of the app and the API (design §4, "One
// URL, two meanings"). Never 301 or 308, which a browser would keep for good.
func (s *server) navigation(c *gin.Context) {
	if isNavigation(c.Request) {
		c.Redirect(http.StatusFound, "/?next="+url.QueryEscape(c.Request.URL.RequestURI()))
		c.Abort()
		return
	}
	c.Next()
}

// isNavigation reports whether a person opened the address: prefetching sends no-cors, and plain http no Sec-Fetch
// headers at all, so neither signal alone is enough.
func isNavigation(r *http.Request) bool {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		return false
	}
	return r.Header.Get("Sec-Fetch-Mode") == "navigate" || prefersHTML(r.Header.Values("Accept"))
}

// prefersHTML reports whether text/html is acceptable and neither after nor below application/json.
func prefersHTML(accept []string) bool {
	html, json := 0.0, 0.0
	htmlFirst := false
	for _, part := range strings.Split(strings.Join(accept, ","), ",") {
		media, params, _ := strings.Cut(part, ";")
		switch strings.ToLower(strings.TrimSpace(media)) {
		case "text/html":
			if html == 0 {
				html, htmlFirst = quality(params), json == 0
			}
		case "application/json":
			json = max(json, quality(params))
		}
	}
	return html > 0 && htmlFirst && html >= json
}

// quality reads the q of a media range (RFC 9110 §12.4.2); without one it is 1, and a broken one counts as 0.
func quality(params string) float64 {
	for _, param := range strings.Split(params, ";") {
		name, value, _ := strings.Cut(strings.TrimSpace(param), "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			q, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || q < 0 || q > 1 {
				return 0
			}
			return q
		}
	}
	return 1
}
