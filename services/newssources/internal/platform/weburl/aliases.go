package weburl

import "strings"

// publisherAliases maps domains that publishers use for feeds and files, with all subdomains, to
// the publisher's own domain.
var publisherAliases = map[string]string{
	"abcnews.com":            "abcnews.go.com",
	"bbc.com":                "bbc.co.uk",
	"bbci.co.uk":             "bbc.co.uk",
	"dailymail.com":          "dailymail.co.uk",
	"dj.com":                 "wsj.com",
	"dw.de":                  "dw.com",
	"e00-elmundo.uecdn.es":   "elmundo.es",
	"e00-expansion.uecdn.es": "expansion.com",
	"e00-marca.uecdn.es":     "marca.com",
	"ep00.epimg.net":         "elpais.com",
	"guardian.co.uk":         "theguardian.com",
	"guardian.com":           "theguardian.com",
	"guim.co.uk":             "theguardian.com",
	"huffingtonpost.com":     "huffpost.com",
	"k.img.com.ua":           "korrespondent.net",
	"nyt.com":                "nytimes.com",
	"sciam.com":              "scientificamerican.com",
	"sciencemag.org":         "science.org",
	"tedcdn.com":             "ted.com",
	"washpost.com":           "washingtonpost.com",
	"wsj.net":                "wsj.com",
	"xinhuanet.com":          "news.cn",
}

// publisherDomain returns the publisher's own domain if host is or lies below an alias, or "".
func publisherDomain(host string) string {
	for ok := true; ok; _, host, ok = strings.Cut(host, ".") {
		if domain := publisherAliases[host]; domain != "" {
			return domain
		}
	}
	return ""
}
