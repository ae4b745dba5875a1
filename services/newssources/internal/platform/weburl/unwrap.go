package weburl

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/publicsuffix"
)

// unwrap returns the target of an address that leads to another one, with its user name and
// password. ok is false if the address is no known wrapper, or if its target is no public web
// address.
func unwrap(text string) (target string, ok bool) {
	if _, end := userinfo(text); end > 0 {
		return "", false
	}
	raw := strings.TrimPrefix(text, "feed:")
	if strings.HasPrefix(raw, "//") {
		raw = "https:" + raw
	}
	if name, after, found := strings.Cut(raw, ":"); !found || !isSchemeName(name) || isPort(name, after) {
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

// targets returns the texts in the address of a wrapper that may be its target, best first.
func targets(u *url.URL) (values []string) {
	if u.Scheme != "http" && u.Scheme != "https" {
		return appTargets(u)
	}
	host := strings.ToLower(u.Hostname())
	if target := rewrittenHost(host, u); target != "" {
		return []string{target}
	}
	host = strings.TrimPrefix(host, "www.")
	path := u.EscapedPath()
	rest := path + suffixOf("?", u.RawQuery) + suffixOf("#", u.EscapedFragment())
	names := parameterNames(u.RawQuery)
	for _, w := range wrappers {
		if !w.hasParameter(names) && (w.rest == nil || !w.rest.MatchString(rest)) { // most addresses; hosts take longer
			continue
		}
		if !w.host.MatchString(host) || w.path != nil && !w.path.MatchString(path) {
			continue
		}
		values = append(values, w.inParameters(u.RawQuery)...)
		if w.rest != nil {
			if target := w.inText(rest); target != "" {
				values = append(values, target)
			}
		}
	}
	if found := archivePath.FindStringSubmatch(path + suffixOf("?", u.RawQuery)); found != nil {
		values = append(values, found[1])
	}
	if values == nil && !feedMaker.MatchString(host+path) && !feedFormat.MatchString(u.RawQuery) {
		values = unknownTargets(u, host, path)
	}
	return values
}

// unknownTargets returns the texts in an address that may be its target although no row of wrappers
// matches it.
func unknownTargets(u *url.URL, host, path string) []string {
	if found := segmentInBase64.FindStringSubmatch(path); found != nil {
		return found[1:]
	}
	isRedirect := redirectPath.MatchString(path) || redirectHost.MatchString(host)
	if isRedirect || strings.Trim(path, "/") == "" && !IsHosted(URL{host: host}) {
		return redirectTargets(u, isRedirect)
	}
	return nil
}

// appTargets returns the addresses in the parameters of a link that opens an app, such as the
// reading view of a browser, or the address behind the scheme of the app.
func appTargets(u *url.URL) (values []string) {
	if scriptScheme.MatchString(u.Scheme + ":") {
		return nil
	}
	if hasHTTP.MatchString(u.RawQuery) {
		return []string{u.RawQuery}
	}
	mayBeTarget := func(name string) bool { return !slices.Contains(appParameters, name) }
	for _, p := range parametersOf(u.RawQuery, appParameters, mayBeTarget) {
		if hasHTTP.MatchString(p.value) && mayBeTarget(p.name) {
			values = append(values, p.value)
		}
	}
	if len(values) == 0 && !slices.Contains(otherSchemes, u.Scheme) && !brokenScheme.MatchString(u.Scheme+"://") {
		if found := appPath.FindStringSubmatch(u.Host + u.EscapedPath() + suffixOf("?", u.RawQuery)); found != nil {
			return found[1:]
		}
	}
	if len(values) != 1 {
		return nil // ambiguous
	}
	return values
}

// appPath matches an address behind the scheme of an app and a word for what the app does with it:
// "subscribe/example.org/feed".
var appPath = regexp.MustCompile(`^(?:(?:subscribe|add|feed|addpodcast|podcast|open)/+|[\w.]+/(?:https?/))?(.+)$`)

func suffixOf(mark, text string) string {
	if text == "" {
		return ""
	}
	return mark + text
}

var (
	// redirectPath and redirectHost match unknown redirects, such as those of newsletters: "/click",
	// "/track/open", "click.example.org".
	redirectPath = regexp.MustCompile(`(?i)/(?:redirect(?:or|ion)?|redir|away|outbound|out|goto(?:link)?|go|link|linkfilter|click|clicks` +
		`|clk|ck|track|tracking|jump|exit|leave|external|deref|dereferrer|safelinks?|url|lnk|fwlink|transfer|redirect-to)(?:\.\w{2,5})?(?:/|$)` +
		`|/(?:r|rd|cl|ctt?)/?$`)
	redirectHost = regexp.MustCompile(`^(?:clicks?|trk|track|tracking|redirect|lnk|away|dereferr?er)\..+\.`)
	// feedMaker and feedFormat match addresses of services that make a feed of another address.
	feedMaker  = regexp.MustCompile(`(?i)rss|feed|atom|xml`)
	feedFormat = regexp.MustCompile(`(?i)(?:^|&)(?:output|format|type)=(?:rss|atom|feed|xml|json)`)
	// archivePath matches the paths of web archives, which have the time of the copy before the
	// address: "/web/20240101000000id_/https://…".
	archivePath = regexp.MustCompile(`(?i)/\d{4}[\d.-]{4,14}(?:[a-z]{2}_)?/(https?(?::|%3a)(?:/|%2f).*)$`)
	// segmentInBase64 matches a segment of a path that is an address in Base64, as in the links of
	// newsletters.
	segmentInBase64 = regexp.MustCompile(`/(aHR0c(?:HM6L|DovL)[\w+=-]+)(?:/|$)`)
	targetName      = regexp.MustCompile(`(?i)^(?:u|url|uri|q|l|link|href|to|goto|target|dest(?:ination)?|redirect(?:_?(?:to|ur[il]))?)$`)
	// notTarget matches the parameters of a redirect that are addresses of something else.
	notTarget = regexp.MustCompile(`(?i)^(?:ref|return|next|continue|callback|src|source|from|origin|logo|image|img|icon|css|cover` +
		`|thumb|poster|photo|avatar|player|embed|media|audio|video|file|canonical|share|back|cancel)`)
)

// redirectTargets returns the parameters of a redirect that are addresses of other sites. On a page
// that is no known redirect, only the usual names of such parameters count.
func redirectTargets(u *url.URL, isRedirect bool) (values []string) {
	if isRedirect && hasHTTP.MatchString(u.RawQuery) {
		return []string{u.RawQuery}
	}
	mayBeTarget := func(name string) bool {
		return !notTarget.MatchString(name) && (isRedirect || targetName.MatchString(name))
	}
	for _, p := range parametersOf(u.RawQuery, nil, mayBeTarget) {
		if !mayBeTarget(p.name) {
			continue
		}
		target, ok := decodeTarget(p.value)
		if parsed, err := Parse(target); ok && err == nil && parsed.Host() != strings.ToLower(u.Hostname()) {
			values = append(values, p.value)
		}
	}
	if len(values) != 1 {
		return nil // ambiguous
	}
	return values
}

// maxEncodings is how often a target may be encoded, each time by another redirect or mail program.
const maxEncodings = 4

var (
	hasHTTP     = regexp.MustCompile(`(?i)^(?:feed:)?https?:/{1,2}[^/]`)
	oneSlash    = regexp.MustCompile(`(?i)^(https?):/([^/])`)
	bareAddress = regexp.MustCompile(`^[\pL\pN-]+(?:\.[\pL\pN-]+)+(?:/|$)`)
)

// decodeTarget returns the web address that a value is or contains, percent-encoded or in Base64. A
// value without a scheme must consist of a host name with a known top-level domain, or of one and a
// path.
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

// decodeBase64 returns the address that a Base64 text contains, alone, as a value of JSON or in a
// binary message, or "". Bing puts "a1" before it.
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
	return cmp.Or(addressInJSON(data, 2), string(addressInBytes.Find(data)))
}

// addressInBytes matches an address in a binary message.
var addressInBytes = regexp.MustCompile(`https?://[!-~]+`)

// addressInJSON returns the first web address among the values of an object, which may be JSON
// texts themselves.
func addressInJSON(data []byte, depth int) string {
	var object map[string]any
	if depth == 0 || json.Unmarshal(data, &object) != nil {
		return ""
	}
	for _, name := range []string{"url", "href", "e", "u", "target", "p", "detour"} {
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
