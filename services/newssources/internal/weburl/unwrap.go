package weburl

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// unwrap returns the target of an address that leads to another one, with its user name and password. ok is false if the
// address is no known wrapper, or if its target is no public web address.
func unwrap(text string) (target string, ok bool) {
	if _, end := userinfo(text); end > 0 {
		return "", false
	}
	raw := strings.TrimPrefix(text, "feed:")
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	if scheme := strings.Index(raw, "://"); !readerScheme.MatchString(raw) && (scheme < 0 || scheme > strings.IndexAny(raw, "/?#")) {
		raw = "https://" + raw
	}
	u, err := url.Parse(raw)
	if err != nil {
		return "", false
	}
	for _, value := range targets(u) {
		if target, ok := decodeTarget(value); ok && target != text {
			return target, true
		}
	}
	return "", false
}

// readerScheme matches the addresses of the reading views of browsers.
var readerScheme = regexp.MustCompile(`^(?:about:reader\?|read://)`)

// targets returns the texts in the address of a wrapper that may be its target, best first.
func targets(u *url.URL) (values []string) {
	if u.Scheme == "about" || u.Scheme == "read" {
		return []string{u.Query().Get("url")}
	}
	host := strings.TrimPrefix(strings.ToLower(u.Hostname()), "www.")
	if target := translatedHost(host, u); target != "" {
		return []string{target}
	}
	path := u.EscapedPath()
	for _, w := range wrappers {
		if !w.host.MatchString(host) || w.path != nil && !w.path.MatchString(path) {
			continue
		}
		for _, name := range w.parameters {
			values = append(values, u.Query()[name]...)
		}
		if w.rest != nil {
			if found := w.rest.FindStringSubmatch(path + suffixOf("?", u.RawQuery) + suffixOf("#", u.EscapedFragment())); found != nil {
				values = append(values, w.target(found))
			}
		}
	}
	if values == nil && redirectPath.MatchString(path) && !feedMaker.MatchString(host+path) {
		values = redirectTargets(u)
	}
	return values
}

func suffixOf(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}

// redirectPath matches the paths of unknown redirects, such as those of newsletters: "/click", "/track/open", "/redirect.php".
var redirectPath = regexp.MustCompile(`(?i)/(?:redirect(?:or|ion)?|redir|away|outbound|out|goto|go|link|linkfilter|click|clicks|clk|ck|track|tracking|jump|exit|leave|external|deref|dereferrer|safelinks?|url)(?:\.\w{2,5})?(?:/|$)`)

// feedMaker matches addresses of services that make a feed of another address.
var feedMaker = regexp.MustCompile(`(?i)rss|feed|atom|xml`)

// notTarget matches the parameters of a redirect that are addresses of something else.
var notTarget = regexp.MustCompile(`(?i)^(?:ref|referr?er|return.*|next|continue|callback|src|source|from|origin|logo|image|img|icon|css)$`)

// redirectTargets returns the parameters of a redirect that are addresses of other sites.
func redirectTargets(u *url.URL) (values []string) {
	for name, list := range u.Query() {
		if notTarget.MatchString(name) {
			continue
		}
		for _, value := range list {
			target, ok := decodeTarget(value)
			if parsed, err := Parse(target); ok && err == nil && parsed.Host() != strings.ToLower(u.Hostname()) {
				values = append(values, value)
			}
		}
	}
	if len(values) != 1 {
		return nil // ambiguous
	}
	return values
}

// translatedHost returns the address whose translation Google shows at a host such as www-example-org.translate.goog, or "".
func translatedHost(host string, u *url.URL) string {
	label, ok := strings.CutSuffix(host, ".translate.goog")
	if !ok || strings.Contains(label, ".") {
		return ""
	}
	label = strings.NewReplacer("--", "-", "-", ".").Replace(label)
	query := u.Query()
	scheme := "https"
	if query.Get("_x_tr_sch") == "http" {
		scheme = "http"
	}
	var kept []string
	for parameter := range strings.SplitSeq(u.RawQuery, "&") {
		if !strings.HasPrefix(parameter, "_x_tr_") && parameter != "" {
			kept = append(kept, parameter)
		}
	}
	return scheme + "://" + label + u.EscapedPath() + suffixOf("?", strings.Join(kept, "&"))
}

// maxEncodings is how often a target may be encoded, each time by another redirect or mail program.
const maxEncodings = 4

var (
	hasHTTP     = regexp.MustCompile(`(?i)^(?:feed:)?https?:/{1,2}[^/]`)
	oneSlash    = regexp.MustCompile(`(?i)^(https?):/([^/])`)
	bareAddress = regexp.MustCompile(`^[\pL\pN-]+(?:\.[\pL\pN-]+)+(?:/|$)`)
)

// decodeTarget returns the web address that a value is or contains, percent-encoded or in Base64. A value without a scheme
// must consist of a host name with a known top-level domain, or of one and a path.
func decodeTarget(value string) (target string, ok bool) {
	for range maxEncodings {
		value = strings.TrimSpace(value)
		if strings.HasPrefix(value, "//") {
			value = "https:" + value
		}
		if hasHTTP.MatchString(value) {
			return publicAddress(oneSlash.ReplaceAllString(value, "$1://$2"))
		}
		if plain, err := url.PathUnescape(value); err == nil && plain != value {
			value = plain
		} else if plain := decodeBase64(value); plain != "" {
			value = plain
		} else {
			break
		}
	}
	if host, _ := cutAuthority(value); bareAddress.MatchString(value) && hasKnownSuffix(host) {
		return publicAddress("https://" + value)
	}
	return "", false
}

func hasKnownSuffix(host string) bool {
	suffix, isICANN := publicsuffix.PublicSuffix(strings.ToLower(host))
	return isICANN || strings.Contains(suffix, ".")
}

// publicAddress returns the cleaned address if it is a public web address.
func publicAddress(text string) (string, bool) {
	text = cleanText(text)
	address, _, _ := SplitCredentials(text)
	_, err := Parse(address)
	return text, err == nil
}

// decodeBase64 returns the address that a Base64 text contains, alone or as a value of JSON, or "". Bing puts "a1" before it.
func decodeBase64(text string) string {
	text, _, _ = strings.Cut(strings.TrimPrefix(text, "a1"), ".")
	text = strings.NewReplacer("-", "+", "_", "/", "=", "").Replace(text)
	data, err := base64.RawStdEncoding.DecodeString(text)
	if err != nil || len(data) < len("http://a.bc") {
		return ""
	}
	if plain := string(data); hasHTTP.MatchString(plain) {
		return plain
	}
	return addressInJSON(data, 2)
}

// addressInJSON returns the first web address among the values of an object, which may be JSON texts themselves.
func addressInJSON(data []byte, depth int) string {
	var object map[string]any
	if depth == 0 || json.Unmarshal(data, &object) != nil {
		return ""
	}
	for _, name := range []string{"url", "href", "e", "u", "target", "p"} {
		value, _ := object[name].(string)
		if hasHTTP.MatchString(value) {
			return value
		}
		if nested := addressInJSON([]byte(value), depth-1); nested != "" {
			return nested
		}
	}
	return ""
}
