package httpapi

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// redirectNavigation redirects page loads to the app, because /newssources is both a page of the
// app and the API. The status is not 301 or 308, which browsers cache permanently.
func (s *server) redirectNavigation(c *gin.Context) {
	if isNavigation(c.Request) && !policyOf(c).public {
		c.Redirect(http.StatusFound, "/?next="+url.QueryEscape(pageAddress(c.Request.URL)))
		c.Abort()
		return
	}
	c.Next()
}

// pageAddress returns the path and the query of a page, without credentials in the values of the
// query.
func pageAddress(u *url.URL) string {
	query, changed := u.Query(), false
	for _, values := range query {
		for i, value := range values {
			hidden := weburl.HideCredentials(value)
			changed = changed || hidden != value
			values[i] = hidden
		}
	}
	if !changed {
		return u.RequestURI()
	}
	return u.EscapedPath() + "?" + query.Encode()
}

// isNavigation reports whether a browser loads the address as a page. Two headers are checked,
// because prefetches send Sec-Fetch-Mode: no-cors and browsers send no Sec-Fetch headers over plain
// HTTP.
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

// quality returns the q value of a media range (RFC 9110 §12.4.2): 1 when it is absent, 0 when it
// is invalid.
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
