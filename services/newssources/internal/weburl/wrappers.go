package weburl

import (
	"encoding/base64"
	"regexp"
	"strings"
)

// wrapper is a kind of address that leads to another one, which it contains.
type wrapper struct {
	host       *regexp.Regexp              // of the host without "www."
	path       *regexp.Regexp              // of the encoded path; nil: every path
	parameters []string                    // of the query that may have the target
	rest       *regexp.Regexp              // whose first group in path, query and fragment is the target
	decode     func(found []string) string // of the groups of rest; nil: the first
}

func (w wrapper) target(found []string) string {
	if w.decode != nil {
		return w.decode(found)
	}
	return found[1]
}

// inParameter returns a wrapper that has its target in one of the named parameters. host and path are regular expressions for
// the end of the host and the beginning of the path.
func inParameter(host, path, parameters string) wrapper {
	return wrapper{host: regexp.MustCompile(`(?:^|\.)(?:` + host + `)$`), path: regexp.MustCompile(`^(?:` + path + `)`), parameters: strings.Fields(parameters)}
}

// inRest returns a wrapper that has its target in path, query and fragment.
func inRest(host, rest string) wrapper {
	return wrapper{host: regexp.MustCompile(`(?:^|\.)(?:` + host + `)$`), rest: regexp.MustCompile(`(?i)` + rest)}
}

const (
	google = `google\.[a-z.]{2,6}`
	yandex = `yandex\.[a-z.]{2,6}|ya\.ru`
	// afterHTTP matches an address with a scheme at the end, whose slashes servers may have merged.
	afterHTTP = `[/?](https?(?::|%3a)(?:/|%2f).*)$`
)

// wrappers is the table for unwrap. Redirects of other sites are recognized by their path (redirectPath).
var wrappers = []wrapper{
	// Search engines.
	inParameter(google, `/(?:url|imgres|interstitial|searchviewer/\d+)$`, "q url imgrefurl"),
	inParameter(`googleadservices\.com|doubleclick\.net`, ``, "adurl url"),
	inParameter(`bing\.com`, `/(?:ck/a|news/apiclick\.aspx|newtabredir|aclk)`, "u url"),
	inParameter(`duckduckgo\.com`, `/l/?$`, "uddg"),
	inRest(`search\.yahoo\.com|search\.yahoo\.co\.jp`, `/RU=([^/]+)`),
	inParameter(yandex, `/(?:clck/|redir|safety|turbo$|search/redir)`, "url text l"),
	inParameter(`baidu\.com|bdimg\.com`, `/(?:link|safecheck|sf_redirect)`, "url src"),
	inParameter(`naver\.com`, `/p/c?rd/rd`, "u url"),
	inParameter(`startpage\.com|ecosia\.org|qwant\.com|search\.brave\.com`, `/(?:do/|link|redirect|cgi)`, "u url"),

	// Social networks and messengers.
	inParameter(`facebook\.com`, `/(?:l\.php|flx/warn|sharer|share\.php)`, "u"),
	inParameter(`(?:l|lm|l2)\.(?:facebook|instagram|threads|messenger|workplace|wl)\.(?:com|net|co)`, ``, "u"),
	inParameter(`reddit\.com`, `/(?:submit|[^/]*$)`, "url"),
	inParameter(`t\.umblr\.com|umblr\.com`, ``, "z"),
	inParameter(`vk\.com|vk\.ru`, `/(?:away\.php|share\.php)`, "to url"),
	inParameter(`ok\.ru`, `/dk`, "st.link st._surl"),
	inParameter(`linkedin\.com`, `/(?:safety/go|redir|shareArticle|sharing)`, "url"),
	inParameter(`youtube\.com`, `/(?:redirect|attribution_link)`, "q u"),
	inParameter(`steamcommunity\.com`, `/linkfilter`, "url u"),
	inParameter(`slack-redir\.net`, ``, "url"),
	inParameter(`t\.me|telegram\.me`, `/(?:iv|share)`, "url"),
	inParameter(`(?:x|twitter)\.com`, `/(?:intent|share)`, "url"),
	inParameter(`weibo\.cn|weibo\.com`, `/(?:sinaurl|signin)`, "u toasturl url"),
	inParameter(`link\.zhihu\.com|link\.juejin\.cn|link\.csdn\.net|jianshu\.com|gitee\.com|leetcode\.cn|infoq\.cn|(?:c\.pc|mail)\.qq\.com`, ``, "target to pfurl url"),
	inParameter(`exactag\.com|viglink\.com|redirectingat\.com|skimresources\.com|awin1\.com|linksynergy\.com|shareasale\.com|tradedoubler\.com`,
		``, "url u p ued murl urllink"),
	inRest(`disq\.us`, `[?&]url=(.+?)(?::|%3A)[\w-]{20,}`),
	inRest(`href\.li|anonym\.to|anon\.to|nullrefer\.com|dereferer\.me|jump5ch\.net|hiderefer\.com|pixiv\.net`, `^/(?:jump\.php)?\?(https?.*)$`),

	// Mail programs and newsletters.
	inParameter(`safelinks\.protection\.outlook\.com|safelinks\.protection\.office365\.us|teams\.cdn\.office\.net`, ``, "url"),
	inParameter(`urldefense\.proofpoint\.com`, `/v1/`, "u"),
	{host: regexp.MustCompile(`^urldefense\.proofpoint\.com$`), rest: regexp.MustCompile(`^/v2/url\?(?:.*&)?u=([^&]+)`), decode: decodeProofpoint},
	{host: regexp.MustCompile(`^urldefense\.(?:com|us|proofpoint\.com)$`), rest: regexp.MustCompile(`^/v3/__(.+?)__;([\w-]*)`), decode: decodeURLDefense},
	inParameter(`mandrillapp\.com`, `/track/`, "p"),
	inParameter(`deref-[\w-]+\.(?:com|net|de)`, ``, "redirectUrl"),
	inRest(`[a-z]+`, `^/(?:C?L\d)/(https?(?::|%3a)(?:/|%2f)[^/].*?)(?:/\d+/[\w-]{16,}.*)?$`),
	inRest(`substack\.com`, `^/redirect/\d/([\w-]+)`),
	inRest(`customeriomail\.com`, `^/e/c/([\w-]+)`),
	inRest(`convertkit-mail\d?\.com|convertkit-mail\.com|kit-mail\d?\.com`, `/([\w+=-]{16,})/?$`),

	// AMP caches and viewers.
	inRest(`cdn\.ampproject\.org|bing-amp\.com|ampproject\.net`, `^/(?:wp/)?[a-z]/(?:s/)?(.+)$`),
	inRest(google+`|bing\.com`, `^/amp/(?:s/)?(.+)$`),

	// Archives, caches and readers of single pages.
	inRest(`archive\.org`, `^/web/\d{1,14}\*?(?:[a-z]{2}_)?/(.+)$`),
	inRest(`archive-it\.org|arquivo\.pt|webarchive\.org\.uk|nationalarchives\.gov\.uk|mementoweb\.org|loc\.gov|vefsafn\.is|nla\.gov\.au`,
		`/\d{14}(?:[a-z]{2}_)?/(https?:/.*)$`),
	inRest(`archive\.org`, `^/(?:save|web/\*)/(https?:/.*)$`),
	inRest(`archive\.(?:ph|today|is|li|vn|md|fo)`, afterHTTP),
	inParameter(`archive\.(?:ph|today|is|li|vn|md|fo)|12ft\.io`, ``, "url q"),
	inRest(`webcache\.googleusercontent\.com`, `[?&]q=cache:(?:[\w-]{12}:)?([^+&]+)`),
	inRest(`12ft\.io|r\.jina\.ai|outline\.com|removepaywall\.com|removepaywalls\.com|txtify\.it|freedium\.cfd|archivebuttons\.com`, afterHTTP),

	// Feed readers.
	inRest(`feedly\.com`, `(?:/|%2f)feed(?:/|%2f)(https?(?::|%3a).*)$`),
	inRest(`inoreader\.com`, `^/feed/(https?(?::|%3a).*)$`),
	inRest(google, `^/reader/view/.*feed(?:/|%2f)(https?(?::|%3a).*)$`),
	inRest(`theoldreader\.com|feedbin\.com|newsblur\.com|bazqux\.com|g2reader\.com|subscribeonandroid\.com`, afterHTTP),
	inRest(`subscribeonandroid\.com`, `^/([^/]+\.[^/]+/.*)$`),
	inParameter(`feedly\.com|inoreader\.com|theoldreader\.com|newsblur\.com|netvibes\.com|bazqux\.com|feedbin\.com|feedhq\.org|commafeed\.com|my\.yahoo\.com|`+
		`fusion\.google\.com|protopage\.com|antennapod\.org|getpocket\.com|instapaper\.com|newsgator\.com|bloglines\.com|feeder\.co`,
		``, "url uri feedurl feedUrl add_feed subscribe feed_url feeds feed input"),

	// Translations.
	inParameter(`translate\.google\.[a-z.]{2,6}|translate\.googleusercontent\.com`, ``, "u"),
	inParameter(`translate\.(?:`+yandex+`)|papago\.naver\.(?:net|com)|fanyi\.baidu\.com|translate\.baidu\.com`, ``, "url query"),
	inParameter(`translatetheweb\.com|microsofttranslator\.com|translatoruser\.net|translatoruser-int\.com`, ``, "a url"),
	{host: regexp.MustCompile(`^z5h64q92x9\.net$`), rest: regexp.MustCompile(`^/proxy_u/[^/]+/(https?/.*)$`), decode: func(found []string) string {
		return strings.Replace(found[1], "/", "://", 1)
	}},
}

// decodeProofpoint decodes the target of version 2 of Proofpoint's links, in which "-" stands for "%" and "_" for "/".
func decodeProofpoint(found []string) string {
	return strings.NewReplacer("-", "%", "_", "/").Replace(found[1])
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

var replacedCharacters = regexp.MustCompile(`\*(?:\*[\w-])?`)

// decodeURLDefense decodes the target of version 3 of Proofpoint's links, in which "*" stands for the next of the characters
// that follow in Base64, and "**" with a digit of Base64 for that many and two more.
func decodeURLDefense(found []string) string {
	data, err := base64.RawURLEncoding.DecodeString(found[2])
	if err != nil {
		return found[1]
	}
	characters := []rune(string(data))
	return replacedCharacters.ReplaceAllStringFunc(found[1], func(mark string) string {
		count := 1
		if len(mark) == 3 {
			count = strings.IndexByte(base64Digits, mark[2]) + 2
		}
		count = min(count, len(characters))
		text := string(characters[:count])
		characters = characters[count:]
		return text
	})
}
