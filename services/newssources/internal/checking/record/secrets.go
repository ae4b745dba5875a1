package record

import (
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/secrettext"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// shownHeaders are the headers whose values are stored, in lower case. The values of all other
// headers are hidden, because they may be secrets.
var shownHeaders = []string{
	"accept-ranges", "age", "allow", "alt-svc", "cache-control", "cf-cache-status", "cf-mitigated", "cf-ray", "connection",
	"content-disposition", "content-encoding",
	"content-language", "content-length", "content-location", "content-md5", "content-range", "content-type", "date",
	"etag", "expires", "keep-alive", "last-modified", "link",
	"location", "p3p", "pragma", "proxy-authenticate", "proxy-status", "referrer-policy", "refresh", "retry-after",
	"server", "server-timing", "strict-transport-security",
	"surrogate-control", "trailer", "transfer-encoding", "upgrade", "vary", "via", "warning", "www-authenticate", "x-age",
	"x-aspnet-version", "x-cache", "x-cache-hits",
	"x-cache-status", "x-content-type-options", "x-frame-options", "x-generator", "x-hacker", "x-pingback", "x-powered-by",
	"x-proxy-cache", "x-redirect-by", "x-robots-tag",
	"x-served-by", "x-timer", "x-ua-compatible", "x-varnish", "x-xss-protection",
}

// shownPrefixes are the beginnings of the names of further headers that are shown.
var shownPrefixes = []string{"access-control-allow-", "cross-origin-", "ratelimit", "x-ratelimit-", "x-rate-limit-"}

// isShown reports whether the value of a header is stored.
func isShown(name string) bool {
	name = strings.ToLower(name)
	return slices.Contains(shownHeaders, name) ||
		slices.ContainsFunc(shownPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}

// hideIn replaces the secrets of the request in a text, and everything in it that looks like a
// secret.
func hideIn(text string, secrets secrettext.Secrets) string {
	return weburl.MaskSecrets(secrets.Replace(text), secrettext.Hidden)
}

// hideInHops returns redirects without secrets.
func hideInHops(hops []fetch.Hop, secrets secrettext.Secrets) []fetch.Hop {
	hidden := slices.Clone(hops)
	for i := range hidden {
		hidden[i].URL, hidden[i].Location = hideIn(hops[i].URL, secrets), hideIn(hops[i].Location, secrets)
	}
	return hidden
}

// sentSecrets returns the credentials and access keys of the request, which some sites repeat in
// their answers.
func (f *Finding) sentSecrets() secrettext.Secrets { return secrettext.New(f.secretTexts()) }

func (f *Finding) secretTexts() []string {
	address, err := weburl.Parse(f.URL)
	if err != nil {
		return f.Secrets
	}
	return append(slices.Clip(f.Secrets), address.SecretParameters()...)
}

// HideInItems replaces the credentials and access keys of the request in the items, before they are
// stored and sent to programs.
func (f *Finding) HideInItems() {
	texts := f.secretTexts()
	if len(texts) == 0 {
		return
	}
	secrets := secrettext.New(texts)
	for i := range f.Document.Items {
		item := &f.Document.Items[i]
		item.Title, item.URL, item.GUID = secrets.Replace(item.Title), secrets.Replace(item.URL), secrets.Replace(item.GUID)
	}
}
