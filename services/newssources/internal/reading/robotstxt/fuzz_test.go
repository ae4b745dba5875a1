package robotstxt

import (
	"strings"
	"testing"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

func FuzzFile(f *testing.F) {
	f.Add("User-agent: *\nDisallow: /*a*b$\nCrawl-delay: 1.5\nSitemap: /s.xml", "/a/b", false)
	f.Add("\ufeffuser-agent : newsources/1\r\nallow:%c3%a9", "/é", true)
	f.Fuzz(func(t *testing.T, text, path string, cut bool) {
		file := Parse([]byte(text), cut, "newsources", []string{"GPTBot"})
		group, _ := file.GroupOfService()
		group.Allows(path)
		if group.CrawlDelay < 0 || group.CrawlDelay > maxCrawlDelay || len(file.Sitemaps) > maxAddresses ||
			file.Size() > 60*len(text)+500 {
			t.Errorf("%+v", file)
		}
		for _, rule := range group.Rules {
			if rule.Pattern != weburl.NormalizePercent(rule.Pattern) {
				t.Errorf("%q is not normalized", rule.Pattern)
			}
			if !strings.ContainsAny(rule.Pattern, "*$") && !weburl.MatchesPattern(rule.Pattern, rule.Pattern+"x") {
				t.Errorf("%q doesn't match itself", rule.Pattern)
			}
		}
	})
}
