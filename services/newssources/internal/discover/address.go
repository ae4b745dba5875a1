package discover

import (
	"net/url"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// homeAbove is the homepage of the registered domain: of example.org for feeds.example.org.
func homeAbove(address weburl.URL) string {
	u, err := url.Parse(address.String())
	if err != nil {
		return ""
	}
	return strings.Replace(rootOf(address.String()), u.Hostname(), address.RegistrableDomain(), 1)
}

// pathOf is the path and the query of an address.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.RequestURI()
}

func sameOutlet(a, b string) bool {
	one, wrong := weburl.Parse(a)
	other, err := weburl.Parse(b)
	return wrong == nil && err == nil && one.RegistrableDomain() == other.RegistrableDomain()
}

func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

func rootOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + u.Host + "/"
}

func shorten(text string, most int) string {
	runes := []rune(strings.Join(strings.Fields(text), " "))
	if len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return string(runes)
}
