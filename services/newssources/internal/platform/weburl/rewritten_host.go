package weburl

import (
	"net/url"
	"regexp"
	"strings"
)

// libraryProxy matches the labels of the hosts of proxies through which libraries give access to
// newspapers.
const libraryProxy = `[a-z0-9-]*proxy\d*|ezp[a-z0-9-]*|idm\.oclc`

var (
	// translatedHost matches the hosts at which Google shows translations:
	// "www-example-org.translate.goog".
	translatedHost = regexp.MustCompile(`^([a-z0-9-]+)\.translate\.goog$`)
	// proxiedHost matches the hosts of proxies that contain the host of the site:
	// "www-example-org.proxy.lib.example.edu", "www.example.org.ezproxy.example.edu",
	// "0-www-example-org.library.example.edu".
	proxiedHost = regexp.MustCompile(`^(.+?)\.(?:(?:` + libraryProxy + `)\..+\.[a-z]+|[a-z0-9-]+\.idm\.oclc\.org` +
		`|(?:[a-z]{2}\d\.)?proxy\.openathens\.net|mcas\.ms)$|^0-([a-z0-9-]+)\..+\.[a-z]+$`)
)

// rewrittenHost returns the address of the page that a translation or a proxy shows at a host made
// of the host of the page, or "". In a single label, hyphens stand for dots, and two hyphens for
// one.
func rewrittenHost(host string, u *url.URL) string {
	scheme := u.Scheme
	found := translatedHost.FindStringSubmatch(host)
	if found != nil {
		if scheme = "https"; u.Query().Get("_x_tr_sch") == "http" {
			scheme = "http"
		}
	} else if found = proxiedHost.FindStringSubmatch(host); found == nil {
		return ""
	}
	site := found[1]
	if len(found) > 2 {
		site += found[2]
	}
	if !strings.Contains(site, ".") {
		site = strings.NewReplacer("--", "-", "-", ".").Replace(site)
	}
	// "my-news.proxy.example.org" is a site of its own.
	if len(found) > 2 && (strings.Count(site, ".") < 2 || !hasKnownSuffix(site)) {
		return ""
	}
	var kept []string
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		if !strings.HasPrefix(parameter, "_x_tr_") && parameter != "" {
			kept = append(kept, parameter)
		}
	}
	return scheme + "://" + site + u.EscapedPath() + suffixOf("?", strings.Join(kept, "&"))
}
