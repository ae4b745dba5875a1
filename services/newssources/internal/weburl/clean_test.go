package weburl

import (
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
	"unicode/utf8"
)

// paper is the address that most texts of TestClean contain.
const paper = "https://www.paper.com/news/rss?a=1&b=2"

func TestClean(t *testing.T) {
	t.Parallel()
	encoded := url.QueryEscape(paper)
	twice := url.QueryEscape(encoded)
	inBase64 := base64.URLEncoding.EncodeToString([]byte(paper))
	google := "https://www.google.com/url?sa=t&q=" + encoded + "&usg=x"
	for _, text := range []string{
		paper, " \n" + paper + "\r\n", "\ufeff" + paper + "\u200b", "https://www.pa\u00adper.com/ne\u200bws/rss?a=1&b=2", "\u202a" + paper + "\u202c", "\u200e" + paper + "\u2069",
		`"` + paper + `"`, "'" + paper + "'", "«" + paper + "»", "« " + paper + " »", "“" + paper + "”", "„" + paper + "“", "‹" + paper + "›", "「" + paper + "」", "『" + paper + "』", "【" + paper + "】",
		"《" + paper + "》", "（" + paper + "）", "＜" + paper + "＞", "(" + paper + ")", "[" + paper + "]", "<" + paper + ">", "{" + paper + "}", "`" + paper + "`", "**" + paper + "**", "((" + paper + "))",
		paper + ".", paper + ",", paper + ";", paper + "!", paper + "?", paper + "…", paper + "。", paper + "，", paper + "、", paper + "؟", paper + "،", paper + "؛", paper + "।", paper + "॥", paper + ").", paper + "»,",
		"网址：" + paper + "，谢谢", "URL: " + paper, "→ " + paper, "• " + paper, "3) " + paper, "See " + paper + " today", "الرابط: " + paper + "،",
		"[Paper](" + paper + ")", "[Paper](<" + paper + ">)", "![" + "logo](" + paper + `) and text`, `<a class="x" href="https://www.paper.com/news/rss?a=1&amp;b=2">Paper</a>`, "<a href='" + paper + "'>x</a>",
		"<a href=" + paper + ">x</a>", "<url>" + paper + "</url>", "<" + paper + "> is it", "[url=" + paper + "]Paper[/url]", "[url]" + paper + "[/url]", `<outline text="A" xmlUrl="` + strings.ReplaceAll(paper, "&", "&amp;") + `"/>`,
		"https：／／www．paper．com／news／rss？a＝1＆b＝2", "ｈｔｔｐｓ：／／www.paper.com/news/rss?a=1&b=2", "https：//www．paper．com/news/rss?a=1&b=2",
		"view-source:" + paper, "microsoft-edge:" + paper, "rss:" + paper,

		google, "google.de/url?q=" + encoded, "https://www.google.co.uk/url?url=" + twice, "http://www.google.com/url?q=" + paper[:len(paper)-len("&b=2")] + "%26b=2",
		"https://www.bing.com/ck/a?!&&p=abc&u=a1" + inBase64 + "&ntb=1", "https://duckduckgo.com/l/?uddg=" + encoded + "&rut=1", "https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=" + encoded + "/RK=2/RS=x-",
		"https://yandex.ru/clck/jsredir?from=yandex.ru&url=" + encoded, "https://www.yandex.com/redir?url=" + encoded,
		"https://l.facebook.com/l.php?u=" + encoded + "&h=AT0", "https://lm.facebook.com/l.php?u=" + encoded, "https://www.facebook.com/l.php?u=" + encoded, "https://l.instagram.com/?u=" + encoded + "&e=x", "https://l.threads.com/?u=" + encoded,
		"https://out.reddit.com/t3_x?url=" + encoded + "&token=x", "https://t.umblr.com/redirect?z=" + encoded + "&t=x", "https://vk.com/away.php?to=" + encoded, "https://m.vk.com/away.php?to=" + encoded + "&el=snippet",
		"https://www.linkedin.com/safety/go?url=" + encoded + "&trk=x", "https://www.linkedin.com/redir/redirect?url=" + encoded, "https://www.youtube.com/redirect?event=video&q=" + encoded + "&v=x",
		"https://steamcommunity.com/linkfilter/?u=" + encoded, "https://slack-redir.net/link?url=" + encoded, "https://t.me/iv?url=" + encoded + "&rhash=x", "https://link.zhihu.com/?target=" + encoded, "https://href.li/?" + paper,
		"https://nam02.safelinks.protection.outlook.com/?url=" + encoded + "&data=x", "https://nam02.safelinks.protection.outlook.com/ap/w-59584e83/?url=" + encoded + "&data=x", "https://urldefense.proofpoint.com/v1/url?u=" + encoded + "&k=x",
		"https://urldefense.proofpoint.com/v2/url?u=https-3A__www.paper.com_news_rss-3Fa-3D1-26b-3D2&d=x", "https://urldefense.com/v3/__https://www.paper.com/news/rss?a=1&b=2__;!!abc!x$",
		"https://urldefense.com/v3/__https:/www.paper.com/news/rss?a=1*b=2__;Jg!!abc!x$", "https://disq.us/url?url=" + encoded + "%3Aabcdefghijklmnopqrstuvwxyz0&cuid=1", "https://exactag.com/ai.aspx?url=" + encoded,
		"https://abc.r.us-east-1.awstrack.me/L0/" + strings.ReplaceAll(encoded, "%2F", "%2F") + "/1/0100019-abcd-0000000000/x=1", "https://substack.com/redirect/2/" + base64.RawURLEncoding.EncodeToString([]byte(`{"e":"`+paper+`","p":1}`)) + ".sig?",
		"https://mandrillapp.com/track/click/1/x?p=" + base64.URLEncoding.EncodeToString([]byte(`{"s":"x","p":"{\"u\":1,\"url\":\"https:\\/\\/www.paper.com\\/news\\/rss?a=1&b=2\"}"}`)),
		"https://click.news.example/track/click?id=1&target=" + encoded, "https://mail.example.com/redirect.aspx?link=" + inBase64, "https://deref-web.de/mail/client/x/dereferrer/?redirectUrl=" + encoded,
		"https://www-paper-com.cdn.ampproject.org/c/s/www.paper.com/news/rss?a=1&b=2", "https://www.google.com/amp/s/www.paper.com/news/rss?a=1&b=2", "https://www.bing.com/amp/s/www.paper.com/news/rss?a=1&b=2", "https://www-paper-com.bing-amp.com/c/s/www.paper.com/news/rss?a=1&b=2",
		"https://web.archive.org/web/20240101000000/" + paper, "https://web.archive.org/web/2024id_/" + paper, "web.archive.org/web/20240101000000*/" + paper, "https://web.archive.org/web/20240101/www.paper.com/news/rss?a=1&b=2", "https://web.archive.org/save/" + paper,
		"https://archive.ph/2024.01.01-000000/" + paper, "https://archive.today/newest/" + paper, "https://archive.is/?run=1&url=" + encoded, "https://arquivo.pt/wayback/20240101000000/" + paper,
		"https://webcache.googleusercontent.com/search?q=cache:AbCdEfGhIjKl:" + encoded + "+paper&hl=en", "https://webcache.googleusercontent.com/search?q=cache:" + encoded, "https://12ft.io/" + paper,
		"https://feedly.com/i/subscription/feed/" + paper, "https://feedly.com/i/subscription/feed%2F" + encoded, "https://cloud.feedly.com/#subscription/feed/" + paper, "https://www.inoreader.com/feed/" + encoded, "https://www.inoreader.com/?add_feed=" + encoded,
		"https://theoldreader.com/feeds/subscribe?url=" + encoded, "https://www.newsblur.com/?url=" + encoded, "https://www.netvibes.com/subscribe.php?url=" + encoded, "https://add.my.yahoo.com/rss?url=" + encoded,
		"https://translate.google.com/translate?hl=en&sl=de&u=" + encoded, "https://translate.googleusercontent.com/translate_c?depth=1&u=" + encoded, "https://www-paper-com.translate.goog/news/rss?a=1&b=2&_x_tr_sl=de&_x_tr_tl=en",
		"https://translate.yandex.ru/translate?url=" + encoded + "&lang=de-en", "https://z5h64q92x9.net/proxy_u/de-en.en/https/www.paper.com/news/rss?a=1&b=2", "https://www.translatetheweb.com/?from=de&a=" + encoded,
		"about:reader?url=" + encoded, "read://https_www.paper.com/?url=" + encoded,
		// Nested, and within other text
		"https://l.facebook.com/l.php?u=" + url.QueryEscape(google), "<" + google + ">.", "[x](" + google + ")", "https://translate.google.com/translate?u=" + url.QueryEscape("https://web.archive.org/web/2024/"+paper), "feed:" + google,
	} {
		got, err := Parse(Clean(text))
		if err != nil || got.String() != paper {
			t.Errorf("%q becomes %q (%v)", text, Clean(text), err)
		}
	}
}

// TestCleanKeeps has texts that are not changed, or that become something else than paper.
func TestCleanKeeps(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"https://example.org/wiki/Paper_(news)": "", "(https://example.org/wiki/Paper_(news))": "https://example.org/wiki/Paper_(news)", "https://example.org/a/": "", "example.org": "", "//example.org/feed": "",
		"feed://example.org/rss": "", "https://user:p.a!ss@example.org/feed": "", "joe:secret@example.org": "", "\u200dexample.org": "example.org", "می\u200cخواهم.com": "",
		"https://example.org/my feed.xml": "", "two words": "", "": "", "https://example.org/日本／x": "", "https://例え。jp/": "", "https://❤.ws": "",
		// The target is no public web address
		"https://www.google.com/url?q=http://localhost/admin": "", "https://www.google.com/url?q=javascript:alert(1)": "", "https://www.google.com/url?q=http://10.0.0.1/": "", "https://www.baidu.com/link?url=abcDEF123_-x": "",
		"https://web.archive.org/web/2024/": "", "https://t.umblr.com/redirect?z=": "", "https://protect.mimecast.com/s/abc?domain=example.org": "",
		// No wrappers: feeds and pages with another address in their own
		"https://www.nytimes.com/svc/collections/v1/publish/http://www.nytimes.com/topic/rss.xml": "", "https://archive.org/download/show2024/feed.xml": "", "https://morss.it/:items=5/https://example.org/": "",
		"https://fetchrss.com/rss/x?url=https://example.org": "", "https://rsshub.app/go/https://example.org": "", "https://example.org/go?ref=https://example.com/": "", "https://example.org/login?url=https://example.com": "",
		"https://example.org/redirect?a=https://a.example.com&b=https://b.example.com": "", "https://www.google.com/alerts/feeds/1/2": "", "https://news.google.com/rss/search?q=site:example.org": "",
		"https://example.org/redirect?url=https://www.example.org/": "https://www.example.org/", "https://t.me/s/paper": "", "https://vk.com/paper": "", "https://www.youtube.com/@paper": "",
		"https://me:secret@www.google.com/url?q=https://example.org": "", "https://www.google.com/url?q=https%3A%2F%2Fme:secret%40example.org%2Ffeed": "https://me:secret@example.org/feed",
		"https://my--paper-example-co-uk.translate.goog/?_x_tr_sch=http&_x_tr_sl=a": "http://my-paper.example.co.uk/",
	} {
		if want == "" {
			want = text
		}
		if got := Clean(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

// TestCleanKeepsCanonicalAddresses checks that addresses stay as they are when they are saved again.
func TestCleanKeepsCanonicalAddresses(t *testing.T) {
	t.Parallel()
	for _, r := range golden(t) {
		if r.code != "" {
			continue
		}
		if again, err := Parse(Clean(r.canonical)); err != nil || again.String() != r.canonical {
			t.Errorf("%s:%d: %q becomes %q (%v)", goldenFile, r.line, r.canonical, again, err)
		}
		if cleaned, err := Parse(Clean(r.given)); err != nil || cleaned.String() != r.canonical {
			t.Errorf("%s:%d: %q becomes %q (%v), want %q", goldenFile, r.line, r.given, cleaned, err, r.canonical)
		}
	}
}

func FuzzClean(f *testing.F) {
	for _, r := range golden(f) {
		f.Add(r.given)
	}
	f.Add("https://www.google.com/url?q=https%3A%2F%2Fexample.org")
	f.Add("https://urldefense.com/v3/__https://example.org/**A*__;Jg!!abc!x$")
	f.Fuzz(func(t *testing.T, text string) {
		cleaned := Clean(text)
		if utf8.ValidString(text) && !utf8.ValidString(cleaned) {
			t.Errorf("%q becomes %q", text, cleaned)
		}
		if _, _, password := SplitCredentials(text); password == "" {
			if _, err := Parse(text); err == nil {
				if _, err := Parse(Clean(text)); err != nil {
					if _, _, nested := SplitCredentials(Clean(text)); nested == "" {
						t.Errorf("%q becomes %q: %v", text, cleaned, err)
					}
				}
			}
		}
	})
}
