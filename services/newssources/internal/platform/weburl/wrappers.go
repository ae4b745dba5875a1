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
	own        []string                    // further parameters of the query, which are no part of the target
	rest       *regexp.Regexp              // whose first group in path, query and fragment is the target
	decode     func(found []string) string // of the groups of rest; nil: the first
}

// inParameter returns a wrapper that has its target in one of the named parameters, and after "|"
// its own. host and path are regular expressions for the end of the host and the beginning of the
// path.
func inParameter(host, path, parameters string) wrapper {
	parameters, own, _ := strings.Cut(parameters, "|")
	return wrapper{host: regexp.MustCompile(`(?:^|\.)(?:` + host + `)$`), path: regexp.MustCompile(`^(?:` + path + `)`),
		parameters: strings.Fields(parameters), own: strings.Fields(own)}
}

// inRest returns a wrapper that has its target in path, query and fragment. own are the parameters
// of the query that are no part of it.
func inRest(host, rest string, own ...string) wrapper {
	return wrapper{host: regexp.MustCompile(`(?:^|\.)(?:` + host + `)$`), rest: regexp.MustCompile(`(?i)` + rest),
		own: own}
}

// turboPage returns the wrapper for Turbo pages of Yandex, whose path may have "/s" or "/h" after
// the host: "/turbo/example.org/s/news".
func turboPage(host, prefix string) wrapper {
	w := inRest(host, `^`+prefix+`(?:/s)?/([a-z0-9-]+(?:\.[a-z0-9-]+)+)(?:/[sh])?(/.*)?$`)
	w.decode = func(found []string) string { return found[1] + found[2] }
	return w
}

const (
	google = `google\.[a-z.]{2,6}`
	yandex = `yandex\.[a-z.]{2,6}|ya\.ru`
	// afterHTTP matches an address with a scheme at the end, whose slashes servers may have merged.
	afterHTTP = `[/?](https?(?::|%3a)(?:/|%2f).*)$`
)

// wrappers is the table for unwrap. Redirects of other sites are recognized by their path
// (redirectPath).
var wrappers = []wrapper{
	// Search engines.
	inParameter(google, `/(?:url|scholar_url|search|imgres|interstitial|g?view|viewer|searchviewer/\d+)$`,
		"q url imgrefurl | sa sd sntz esrc source rct cd cad uact ved vet ei usg sig2 bvm psig ust opi imgurl tbnid docid hl gl"),
	inParameter(google, `/(?:pagead/)?aclk`, "adurl | sa ai ae num client rct cid sig ved nis gclid ohost"),
	inRest(google+`|webcache\.googleusercontent\.com`,
		`^/search\?(?:.*&)?q=cache(?::|%3a)(?:[\w-]{6,}(?::|%3a))?(.+?)(?:[+&]|%20|$)`, "hl", "cd", "ct", "gl", "lr", "client", "strip", "vwsrc"), // an id may stand before the address
	inParameter(`googleadservices\.com|doubleclick\.net`, ``, "adurl url"),
	inParameter(`bing\.com|bingj\.com`, `/(?:ck/a|news/apiclick\.aspx|newtabredir|aclk|cache\.aspx|fd/|translator)`,
		"u url a | p ptn ver hsh fclid psq ntb cvid d mkt setlang w ref aid tid"),
	inParameter(`duckduckgo\.com`, `/(?:l|lite|html|iu)?/?$`, "uddg u q | rut kh notrack ia t"),
	inRest(`news\.google\.com`, `/articles/([\w-]+)`),
	inRest(`search\.yahoo\.com|search\.yahoo\.co\.jp|search\.aol\.com`, `[/?&]RU=([^/&]+)`),
	inRest(`rd\.yahoo\.com|search\.yahoo\.co\.jp`, `/\*\*?-?(https?(?::|%3a).*)$`),
	inParameter(yandex, `/(?:clck/|redir|safety|turbo$|search/(?:redir|$)|re\.jsx)`, "url text l | from etext uuid state data b64e sign keyno cst ref l10n cts mc lr"),
	inParameter(`yandex\.net|yandexwebcache\.net|baiducontent\.com`, ``, "url"),
	inParameter(`baidu\.com|bdimg\.com`, `/(?:link|safecheck|sf_redirect|s?$)`, "url src wd"),
	inParameter(`naver\.com`, `/(?:p/c?rd/rd|rd$|redirect|bridge|cc$)`, "u url"),
	inParameter(`startpage\.com|ecosia\.org|qwant\.com|search\.brave\.com|kagi\.com|ask\.com`,
		`/(?:do/|link|redirect|cgi|proxy|search$|web$|$)`, "u url q query"),
	inParameter(`checklink\.mail\.ru`, ``, "url"),
	inParameter(`(?:consent|accounts|guce)\.(?:google|youtube|yahoo|aol)\.[a-z.]{2,6}`, ``, "continue done"),

	// Social networks and messengers.
	inParameter(`facebook\.com`, `/(?:l\.php|flx/warn|login|sharer|share\.php|share_channel|dialog/|plugins/|tools/debug)`,
		"u href next q link | h s enc t title quote hashtag display app_id redirect_uri fbclid __tn__"),
	inParameter(`messenger\.com|instagram\.com`, `/(?:l\.php|linkshim)`, "u | h e s enc"),
	inParameter(`(?:l|lm|l2)\.(?:facebook|instagram|threads|messenger|workplace|wl)\.(?:com|net|co)`, ``, "u | h e s enc fbclid __tn__"),
	inParameter(`reddit\.com`, `/(?:submit|[^/]*$)`, "url | token app_name title"),
	inParameter(`t\.umblr\.com|umblr\.com`, ``, "z | t b p m ts"),
	inParameter(`vk\.com|vk\.ru`, `/(?:away\.php|share\.php)`, "to url | post cc_key el title description image noparse"),
	inParameter(`ok\.ru`, `/dk`, "st.link st._surl st.rfn"),
	inParameter(`linkedin\.com`, `/(?:safety/go|redir|authwall|uas/login|shareArticle|sharing)`,
		"url sessionRedirect session_redirect | trk lipi urlhash messageThreadUrn mini title summary"),
	inParameter(`youtube\.com`, `/(?:redirect|attribution_link)`, "q u | event redir_token v html_redirect"),
	inParameter(`steamcommunity\.com`, `/linkfilter`, "url u"),
	inParameter(`slack-redir\.net`, ``, "url"),
	inParameter(`t\.me|telegram\.me`, `/(?:iv|share)`, "url | rhash text"),
	inParameter(`(?:x|twitter)\.com`, `/(?:intent|share)`, "url | text via hashtags related ref_src original_referer"),
	inParameter(`whatsapp\.com|wa\.me|bsky\.app`, `/(?:send|intent/|$)`, "text"),
	inRest(`whatsapp\.com|wa\.me|bsky\.app|(?:x|twitter)\.com`, // with words before the address
		`^/(?:send|intent/\w*|\d*)/?\?(?:.*&)?text=[^&]*?(?:%20|%0a|\+)(https?(?::|%3a)[^&+]+)`),
	inParameter(`trendmicro\.com`, `/wis/clicktime/`, "url | umid auth"),
	inParameter(`mix\.com|lobste\.rs|story\.kakao\.com|skype\.com|connect\.ok\.ru|search\.google\.com`,
		`/(?:add|stories/new|share|offer|test/)`, "url | title"),
	inRest(`[a-z0-9.-]+`, `^/(?:share/?)?\?(?:.*&)?text=[^&]*?(?:%20|%0a|\+)(https?%3a[^&+]+)`), // of Mastodon
	inParameter(`pinterest\.\w+|line\.me|xing\.com|flipboard\.com|evernote\.com|hatena\.ne\.jp|ycombinator\.com|microsoft\.com|`+
		`tumblr\.com`, `/(?:pin/create|offsite|lineit/|spi/|social/share|bookmarklet|clip\.action|entry$|add$|submitlink|l/share|share|fwlink)`,
		"url u uri href | media description token pin title"),
	inParameter(`addtoany\.com|addthis\.com|shareaholic\.com|sharethis\.com|buffer\.com|snapchat\.com|tumblr\.com`, ``,
		"url link linkurl attachmentUrl canonicalUrl | title text linkname via"),
	inRest(`b\.hatena\.ne\.jp`, `^/entry/(?:s/)?(\D.*)$`),
	inParameter(`weibo\.cn|weibo\.com`, `/(?:sinaurl|signin|share/)`, "u toasturl url"),
	inParameter(`link\.zhihu\.com|link\.segmentfault\.com|link\.juejin\.cn|link\.csdn\.net|51cto\.com|douban\.com|oschina\.net|jianshu\.com|gitee\.com|`+
		`leetcode\.cn|infoq\.cn|sspai\.com|(?:c\.pc|mail|weixin110)\.qq\.com`, ``, "target to pfurl url"),
	inParameter(`exactag\.com|viglink\.com|redirectingat\.com|skimresources\.com|awin1\.com|linksynergy\.com|shareasale\.com|tradedoubler\.com|`+
		`jdoqocy\.com|tkqlhce\.com|kqzyfj\.com|pepperjamnetwork\.com|pxf\.io|sjv\.io|evyy\.net|s\.click\.aliexpress\.com|`+
		`rover\.ebay\.com|page\.link|app\.goo\.gl|app\.link|adjust\.com`, ``,
		"url u p ued murl urllink mpre link redirect fallback dl_target_url"),
	inRest(`prf\.hn|doubleclick\.net|anrdoezrs\.net|dpbolvw\.net|mozgcp\.net|mozaws\.net`,
		`(?:destination:|[?/])(https?(?::|%3a).*)$`),
	inRest(`disq\.us`, `[?&]url=(.+?)(?::|%3A)[\w-]{20,}`),
	inRest(`href\.li|anonym\.to|anon\.to|nullrefer\.com|dereferer\.me|jump5ch\.net|hiderefer\.com|pixiv\.net|51cto\.com|`+
		`deviantart\.com`, `^/(?:jump\.php|transfer|users/outgoing)?\?(https?.*)$`),

	// Mail programs and newsletters.
	inParameter(`safelinks\.protection\.outlook\.com|safelinks\.protection\.office365\.us|teams\.cdn\.office\.net`, ``,
		"url | data sdata reserved locale dest"),
	inParameter(`urldefense\.(?:com|us|proofpoint\.com)`, `/v1/`, "u | k r m s e d c"),
	{host: regexp.MustCompile(`^urldefense\.(?:com|us|proofpoint\.com)$`),
		rest: regexp.MustCompile(`^/v2/url\?(?:.*&)?u=([^&]+)`), decode: decodeProofpoint},
	{host: regexp.MustCompile(`^urldefense\.(?:com|us|proofpoint\.com)$`),
		rest: regexp.MustCompile(`^/v3/__(.+?)__;([\w-]*)`), decode: decodeURLDefense},
	inParameter(`fireeye\.com|cudasvc\.com|symantec\.com|trustwave\.com|esvalabs\.com|titanhq\.com|inky\.com|vadesecure\.com|edgepilot\.com|url-protection\.com|`+
		`(?:protection\.)?sophos\.com`, ``, "u url a t o | c d e f g h i k m n p q r s umid auth typo data"),
	// The path is encrypted.
	inParameter(`mimecast\.com|mimecastprotect\.com|inky\.com`, `/(?:[sr]/|redirect/|link)`, "domain"),
	inRest(`secure-web\.cisco\.com|clicktime\.symantec\.com`, `/(https?(?::|%3a).*)$`),
	inParameter(`checkpoint\.com`, `/v1/`, "o | g h"),
	inRest(`checkpoint\.com|avanan\.click`, `^/v\d/(?:r\d+/)?___(.+?)___\.`),
	inParameter(`mandrillapp\.com`, `/track/`, "p"),
	inParameter(`mailtrack\.io|mailanyone\.net|safeweb\.norton\.com|mimecastprotect\.com|mail\.beehiiv\.com`, ``, "url u"),
	inParameter(`rs6\.net`, `/tn\.jsp`, "p"),
	inParameter(`[a-z0-9.-]+`, `/optiext/`, "url"), // of Selligent
	inRest(`xmr3\.com`, afterHTTP),
	inRest(`mailerlite\.com`, `^/link/c/([\w-]+)`),
	inRest(`dripemail\d?\.com`, `^/c/[\w-]+\.([\w-]+)`),        // the claims of a JSON Web Token
	inParameter(`[a-z0-9.-]+`, `/(?:.*/)?proxy\.php$`, "link"), // of XenForo
	inParameter(`deref-[\w-]+\.(?:com|net|de)`, ``, "redirectUrl"),
	inRest(`[a-z]+`, `^/(?:C?L\d)/(https?(?::|%3a)(?:/|%2f)[^/].*?)(?:/\d+/[\w-]{16,}.*)?$`),
	inRest(`substack\.com`, `^/redirect/\d/([\w-]+)`),
	inRest(`pstmrk\.it`, `^/3s/([^/]+)/`),
	inRest(`lnks\.gd`, `^/l/[\w-]+\.([\w-]+)`), // the claims of a JSON Web Token
	inRest(`govdelivery\.com`, `^/track\?.*&&&(https?:.+)$`),
	inParameter(`sidekickopen\d*\.com`, ``, "t"),
	inRest(`customeriomail\.com`, `^/e/c/([\w-]+)`),
	inRest(`convertkit-mail\d?\.com|convertkit-mail\.com|kit-mail\d?\.com`, `/([\w+=-]{16,})/?$`),

	// AMP caches and viewers.
	inRest(`cdn\.ampproject\.org|bing-amp\.com|ampproject\.net|amp\.cloudflare\.com|mipcdn\.com|mip\.baidu\.com`,
		`^/(?:wp/)?[a-z]/(?:s/)?(.+)$`),
	inRest(google+`|bing\.com`, `^/amp/(?:s/)?(.+)$`),
	turboPage(yandex, `/turbo`),
	turboPage(`turbopages\.org`, `(?:/turbo)?`),

	// Archives, caches and readers of single pages.
	inRest(`archive\.org`, `^/web/(?:\d{1,14}\*?(?:[a-z]{2}_)?|\*)/(.+?)\*?$`), // others: archivePath
	inRest(`(?:web|wayback)\.archive\.org`, afterHTTP),
	inParameter(`archive\.org`, `/wayback/`, "url"),
	inRest(`mementoweb\.org|ndl\.go\.jp`, afterHTTP),
	inParameter(`megalodon\.jp|archive\.wikiwix\.com|webcitation\.org|perma\.cc|ghostarchive\.org`, ``, "url term"),
	inRest(`archive\.(?:ph|today|is|li|vn|md|fo)`, afterHTTP),
	inParameter(`validator\.w3\.org|jigsaw\.w3\.org|textise\.net|codetabs\.com|archivebuttons\.com|castfeedvalidator\.com`, ``,
		"doc uri strURL quest article url"),
	inRest(`opengraph\.xyz|gyo\.tc`, `/(https?(?::|%3a)(?:/|%2f).*)$`),
	inParameter(`archive\.(?:ph|today|is|li|vn|md|fo)|1[23]?ft\.io|smry\.ai|removepaywalls?\.com|accessarticlenow\.com|`+
		`printfriendly\.com|validator\.w3\.org|feedvalidator\.org|rssboard\.org|podba\.se|allorigins\.win|cachedview\.(?:nl|com)|hyp\.is|pagespeed\.web\.dev`, ``,
		"url q uri source_url | run output charset doctype"),
	inRest(`1[23]?ft\.io|smry\.ai|leiaisso\.net|crossorigin\.me|cors-anywhere\.herokuapp\.com|corsproxy\.io|r\.jina\.ai|`+
		`outline\.com|removepaywalls?\.com|txtify\.it|freedium\.cfd|scribe\.rip|archivebuttons\.com|via\.hypothes\.is|`+
		`menlosecurity\.com`, afterHTTP),
	// Proxies of libraries. The text after "url=" is not encoded, and neither are its ampersands;
	// "qurl=" is encoded.
	inParameter(`ebscohost\.com`, `/login`, "url"),
	inRest(`(?:.+\.)?(?:`+libraryProxy+`)(?:\..+)?|.+\.(?:edu(?:\.[a-z]{2})?|ac\.[a-z]{2})`,
		`^/login/?\?(?:.*&)?q?url=(https?%3a[^&]+|https?:.+$)`),

	// Feed readers.
	inRest(`feedly\.com`, `(?:/|%2f)(?:feed|spotlight)(?:/|%2f)(https?(?::|%3a).*)$`),
	inRest(`inoreader\.com`, `^/(?:feed|search/feeds|bookmarklet/subscribe)/(https?(?::|%3a).*)$`),
	inRest(google, `^/reader/view/.*feed(?:/|%2f)(https?(?::|%3a).*)$`),
	inRest(`theoldreader\.com|feedbin\.com|newsblur\.com|bazqux\.com|g2reader\.com|subscribeonandroid\.com|bloglines\.com|podcastaddict\.com`, afterHTTP),
	inRest(`subtome\.com|feedreader\.com`, `[?&](?:feeds|url)=([^&]+)`),
	{host: regexp.MustCompile(`^feedburner\.(?:google\.)?com$`),
		rest:   regexp.MustCompile(`/mailverify\?(?:.*&)?uri=([\w/.-]+)`),
		decode: func(found []string) string { return "https://feeds.feedburner.com/" + found[1] }},
	inRest(`pca\.st`, `^/feed/(.+)$`),
	inRest(`[a-z0-9.-]+`, `#sources/add\?url=([^&]+)`), // of selfoss
	inParameter(google, `/(?:ig|reader)/`, "feedurl"),
	inParameter(`[a-z0-9.-]+`, `/bookmarklet$`, "uri"),   // of Miniflux
	inParameter(`[a-z0-9.-]+`, `/(?:p/)?i/$`, "url_rss"), // of FreshRSS
	// Tiny Tiny RSS and Nextcloud.
	inParameter(`[a-z0-9.-]+`, `/(?:.*/)?(?:public\.php|apps/news/?)$`, "feed_url subscribe_to"),
	inRest(`subscribeonandroid\.com`, `^/([^/]+\.[^/]+/.*)$`),
	inRest(`podcasts\.google\.com`, `^/feed/([\w-]+)`),
	inParameter(`feedly\.com|inoreader\.com|theoldreader\.com|newsblur\.com|netvibes\.com|bazqux\.com|feedbin\.com|feedhq\.org|commafeed\.com|my\.yahoo\.com|`+
		`fusion\.google\.com|protopage\.com|antennapod\.org|getpocket\.com|instapaper\.com|newsgator\.com|bloglines\.com|feeder\.co|`+
		`feedbin\.me|feedland\.(?:org|com)|my\.msn\.com|live\.com|odeo\.com|podnova\.com|gpodder\.net|feedspot\.com|digg\.com|rojo\.com|pca\.st|`+
		`feedrabbit\.com|blogtrottr\.com|follow\.i[st]|folo\.is|usepanda\.com|podcastrepublic\.net|podnews\.net|podfriend\.com|pocketcasts\.com|castbox\.fm|overcast\.fm|podlove\.org|podcasts\.google\.com`,
		``, "url uri feedurl feedUrl add_feed subscribe feed_url feeds feed input river .url ut add u resource q"),

	// Translations.
	inParameter(`translate\.google\.[a-z.]{2,6}|translate\.googleusercontent\.com`, ``,
		"u | sl tl hl ie prev act js langpair depth rurl client usg sandbox"),
	inParameter(`translate\.(?:`+yandex+`)|papago\.naver\.(?:net|com)|(?:fanyi|translate)\.(?:baidu|sogou|sogoucdn|youdao)\.com|`+
		`webtrans\.yodao\.com|itranslate\.com|deepl\.com|reverso\.net|systran\.net|caiyunapp\.com`, ``, "url query | lang from to source target locale type tl sl"),
	inRest(`translate\.kagi\.com`, afterHTTP),
	inRest(`webtrans\.yodao\.com`, `#.*[?&]url=([^&]+)`),
	inParameter(`[a-z0-9.-]+`, `/translate/?$`, "u"),
	inRest(`translate\.(?:`+yandex+`)`, `^/tr-url/[^/]+/(.+)$`),
	inParameter(`translatetheweb\.com|microsofttranslator\.com|translatoruser\.net|translatoruser-int\.com`, ``, "a url | from to ref csId usId dt ac"),
	{host: regexp.MustCompile(`^z5h64q92x9\.net$|^translated\.turbopages\.org$`),
		rest: regexp.MustCompile(`^/proxy_u/[^/]+/(https?/.*)$`), decode: func(found []string) string {
			return strings.Replace(found[1], "/", "://", 1)
		}},
}

// decodeProofpoint decodes the target of version 2 of Proofpoint's links, in which "-" stands for
// "%" and "_" for "/".
func decodeProofpoint(found []string) string {
	return strings.NewReplacer("-", "%", "_", "/").Replace(found[1])
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

var replacedCharacters = regexp.MustCompile(`\*(?:\*[\w-])?`)

// decodeURLDefense decodes the target of version 3 of Proofpoint's links, in which "*" stands for
// the next of the characters that follow in Base64, and "**" with a digit of Base64 for that many
// and two more.
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
