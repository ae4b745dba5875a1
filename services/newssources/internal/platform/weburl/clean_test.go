package weburl

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/url"
	"os"
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
		"https://wa.me/?text=Look%20" + encoded, "https://api.whatsapp.com/send?phone=1&text=Look:+" + encoded + "+now",
		"https://eu-de.mailcheck.trendmicro.com/wis/clicktime/v1/query?url=" + encoded + "&umid=1",
		"https://nl.gadgets.example/out/?" + paper, "The Paper;" + paper + ";en",
		paper, " \n" + paper + "\r\n", "\ufeff" + paper + "\u200b", "https://www.pa\u00adper.com/ne\u200bws/rss?a=1&b=2",
		"\u202a" + paper + "\u202c", "\u200e" + paper + "\u2069",
		"\u3164" + paper + "\u115f", paper + "\u2800", paper + "\u034f", "https://www.pa\u034fper.com/news/rss?a=1&b=2",
		`"` + paper + `"`, "'" + paper + "'", "«" + paper + "»", "« " + paper + " »", "“" + paper + "”", "„" + paper + "“",
		"‹" + paper + "›", "「" + paper + "」", "『" + paper + "』", "【" + paper + "】",
		"《" + paper + "》", "（" + paper + "）", "＜" + paper + "＞", "(" + paper + ")", "[" + paper + "]", "<" + paper + ">",
		"{" + paper + "}", "`" + paper + "`", "**" + paper + "**", "((" + paper + "))",
		paper + ".", paper + ",", paper + ";", paper + "!", paper + "?", paper + "…", paper + "。", paper + "，", paper + "、",
		paper + "؟", paper + "،", paper + "؛", paper + "।", paper + "॥", paper + ").", paper + "»,",
		"网址：" + paper + "，谢谢", "URL: " + paper, "→ " + paper, "• " + paper, "3) " + paper, "See " + paper + " today",
		"الرابط: " + paper + "،",
		"[Paper](" + paper + ")", "[Paper](<" + paper + ">)", "![" + "logo](" + paper + `) and text`,
		`<a class="x" href="https://www.paper.com/news/rss?a=1&amp;b=2">Paper</a>`, "<a href='" + paper + "'>x</a>",
		"<a href=" + paper + ">x</a>", "<url>" + paper + "</url>", "<" + paper + "> is it", "[url=" + paper + "]Paper[/url]",
		"[url]" + paper + "[/url]", `<outline text="A" xmlUrl="` + strings.ReplaceAll(paper, "&", "&amp;") + `"/>`,
		"https：／／www．paper．com／news／rss？a＝1＆b＝2", "ｈｔｔｐｓ：／／www.paper.com/news/rss?a=1&b=2",
		"https：//www．paper．com/news/rss?a=1&b=2",
		"view-source:" + paper, "microsoft-edge:" + paper, "rss:" + paper,

		google, "google.de/url?q=" + encoded, "https://www.google.co.uk/url?url=" + twice,
		"http://www.google.com/url?q=" + paper[:len(paper)-len("&b=2")] + "%26b=2",
		"https://www.bing.com/ck/a?!&&p=abc&u=a1" + inBase64 + "&ntb=1",
		"https://duckduckgo.com/l/?uddg=" + encoded + "&rut=1",
		"https://r.search.yahoo.com/_ylt=A/RV=2/RE=1/RO=10/RU=" + encoded + "/RK=2/RS=x-",
		"https://yandex.ru/clck/jsredir?from=yandex.ru&url=" + encoded, "https://www.yandex.com/redir?url=" + encoded,
		"https://l.facebook.com/l.php?u=" + encoded + "&h=AT0", "https://lm.facebook.com/l.php?u=" + encoded,
		"https://www.facebook.com/l.php?u=" + encoded, "https://l.instagram.com/?u=" + encoded + "&e=x",
		"https://l.threads.com/?u=" + encoded,
		"https://out.reddit.com/t3_x?url=" + encoded + "&token=x", "https://t.umblr.com/redirect?z=" + encoded + "&t=x",
		"https://vk.com/away.php?to=" + encoded, "https://m.vk.com/away.php?to=" + encoded + "&el=snippet",
		"https://www.linkedin.com/safety/go?url=" + encoded + "&trk=x",
		"https://www.linkedin.com/redir/redirect?url=" + encoded,
		"https://www.youtube.com/redirect?event=video&q=" + encoded + "&v=x",
		"https://steamcommunity.com/linkfilter/?u=" + encoded, "https://slack-redir.net/link?url=" + encoded,
		"https://t.me/iv?url=" + encoded + "&rhash=x", "https://link.zhihu.com/?target=" + encoded,
		"https://href.li/?" + paper,
		"https://nam02.safelinks.protection.outlook.com/?url=" + encoded + "&data=x",
		"https://nam02.safelinks.protection.outlook.com/ap/w-59584e83/?url=" + encoded + "&data=x",
		"https://urldefense.proofpoint.com/v1/url?u=" + encoded + "&k=x",
		"https://urldefense.proofpoint.com/v2/url?u=https-3A__www.paper.com_news_rss-3Fa-3D1-26b-3D2&d=x",
		"https://urldefense.com/v3/__https://www.paper.com/news/rss?a=1&b=2__;!!abc!x$",
		"https://urldefense.com/v3/__https:/www.paper.com/news/rss?a=1*b=2__;Jg!!abc!x$",
		"https://disq.us/url?url=" + encoded + "%3Aabcdefghijklmnopqrstuvwxyz0&cuid=1",
		"https://exactag.com/ai.aspx?url=" + encoded,
		"https://abc.r.us-east-1.awstrack.me/L0/" + strings.ReplaceAll(encoded, "%2F", "%2F") +
			"/1/0100019-abcd-0000000000/x=1",
		"https://substack.com/redirect/2/" + base64.RawURLEncoding.EncodeToString([]byte(`{"e":"`+paper+`","p":1}`)) +
			".sig?",
		"https://mandrillapp.com/track/click/1/x?p=" +
			base64.URLEncoding.EncodeToString([]byte(`{"s":"x","p":"{\"u\":1,\"url\":\"https:\\/\\/www.paper.com\\/news\\/rss?a=1&b=2\"}"}`)),
		"https://click.news.example/track/click?id=1&target=" + encoded,
		"https://mail.example.com/redirect.aspx?link=" + inBase64,
		"https://deref-web.de/mail/client/x/dereferrer/?redirectUrl=" + encoded,
		"https://www-paper-com.cdn.ampproject.org/c/s/www.paper.com/news/rss?a=1&b=2",
		"https://www.google.com/amp/s/www.paper.com/news/rss?a=1&b=2",
		"https://www.bing.com/amp/s/www.paper.com/news/rss?a=1&b=2",
		"https://www-paper-com.bing-amp.com/c/s/www.paper.com/news/rss?a=1&b=2",
		"https://web.archive.org/web/20240101000000/" + paper, "https://web.archive.org/web/2024id_/" + paper,
		"web.archive.org/web/20240101000000*/" + paper, "https://web.archive.org/web/20240101/www.paper.com/news/rss?a=1&b=2",
		"https://web.archive.org/save/" + paper,
		"https://archive.ph/2024.01.01-000000/" + paper, "https://archive.today/newest/" + paper,
		"https://archive.is/?run=1&url=" + encoded, "https://arquivo.pt/wayback/20240101000000/" + paper,
		"https://webcache.googleusercontent.com/search?q=cache:AbCdEfGhIjKl:" + encoded + "+paper&hl=en",
		"https://webcache.googleusercontent.com/search?q=cache:" + encoded, "https://12ft.io/" + paper,
		"https://feedly.com/i/subscription/feed/" + paper, "https://feedly.com/i/subscription/feed%2F" + encoded,
		"https://cloud.feedly.com/#subscription/feed/" + paper, "https://www.inoreader.com/feed/" + encoded,
		"https://www.inoreader.com/?add_feed=" + encoded,
		"https://theoldreader.com/feeds/subscribe?url=" + encoded, "https://www.newsblur.com/?url=" + encoded,
		"https://www.netvibes.com/subscribe.php?url=" + encoded, "https://add.my.yahoo.com/rss?url=" + encoded,
		"https://translate.google.com/translate?hl=en&sl=de&u=" + encoded,
		"https://translate.googleusercontent.com/translate_c?depth=1&u=" + encoded,
		"https://www-paper-com.translate.goog/news/rss?a=1&b=2&_x_tr_sl=de&_x_tr_tl=en",
		"https://translate.yandex.ru/translate?url=" + encoded + "&lang=de-en",
		"https://z5h64q92x9.net/proxy_u/de-en.en/https/www.paper.com/news/rss?a=1&b=2",
		"https://www.translatetheweb.com/?from=de&a=" + encoded,
		"about:reader?url=" + encoded, "read://https_www.paper.com/?url=" + encoded,
		// Labels, schemes of apps, escapes, emphasis, and words behind the address
		"链接:" + paper, "RSS=" + paper, "Name:" + paper, `"Name":` + paper, "feed:feed:" + paper, "FEED://" + paper,
		"web+feed:" + paper, "rss+" + paper, "view-source:view-source:" + paper, "http://" + paper,
		"feeds://www.paper.com/news/rss?a=1&b=2", "pktc://subscribe/www.paper.com/news/rss?a=1&b=2",
		"antennapod-subscribe://www.paper.com/news/rss?a=1&b=2", "castro://subscribe/www.paper.com/news/rss?a=1&b=2",
		"downcast://www.paper.com/news/rss?a=1&b=2", "itms-pcast://www.paper.com/news/rss?a=1&b=2",
		"castamatic://addpodcast/" + paper, "podscout://feed/www.paper.com/news/rss?a=1&b=2",
		"podkicker://subscribe/" + encoded, "android-app://org.example.app/https/www.paper.com/news/rss?a=1&b=2",
		"https://click.pstmrk.it/3s/www.paper.com%2Fnews%2Frss%3Fa%3D1%26b%3D2/ZkY/8rS/AQ/abc/1",
		"https://lnks.gd/l/eyJhbGciOiJIUzI1NiJ9." +
			base64.RawURLEncoding.EncodeToString([]byte(`{"uri":"bp2:click","url":"`+paper+`"}`)) + ".s-x/br/2-l",
		"https://links.govdelivery.com/track?type=click&enid=Z&&&101&&&" + paper,
		"https://t.sidekickopen24.com/s3t/c/5/f18d?te=W3&t=" + encoded,
		"https://ddec1-0-en-ctp.trendmicro.com/wis/clicktime/v1/query?url=" + encoded,
		"https://archive.wikiwix.com/cache/?url=" + encoded, "https://translate.kagi.com/" + paper,
		"https://translate.sogoucdn.com/pcvtsnapshot?url=" + encoded, "https://api.allorigins.win/raw?url=" + encoded,
		"https://www.rssboard.org/rss-validator/check.cgi?url=" + encoded, "https://podba.se/validate/?url=" + encoded,
		"https://www.pinterest.com/offsite/?token=1&url=" + encoded, "https://www.messenger.com/l.php?u=" + encoded,
		"https://www.facebook.com/share_channel/?link=" + encoded, "https://www.instagram.com/linkshim/?u=" + encoded,
		"https://service.weibo.com/share/share.php?url=" + encoded, "https://twitter.com/intent/tweet?text=A+" + encoded,
		"https://link.segmentfault.com/?enc=x&url=" + encoded, "https://link.naver.com/bridge?url=" + encoded,
		"intent://www.paper.com/news/rss?a=1&b=2#Intent;scheme=https;end",
		"microsoft-edge:?x=1&url=" + encoded, "chrome-extension://abc/show.html?url=" + encoded,
		"overcast://x-callback-url/add?url=" + encoded, "netnewswire:subscribe?" + paper,
		encoded, twice, "https%3A//www.paper.com/news/rss?a=1&b=2", "https:%2F%2Fwww.paper.com%2Fnews%2Frss%3Fa%3D1%26b=2",
		`https:\/\/www.paper.com\/news\/rss?a=1\u0026b=2`, "https&#58;&#x2F;/www.paper.com/news/rss?a=1&amp;amp;b=2",
		"&lt;" + paper + "&gt;", "https://www.paper.com/news/rss?a=1&#038;b=2",
		"_" + paper + "_", "**" + paper + "**.", "=" + paper, "@" + paper, "[[" + paper + "][Paper]]",
		"[[" + paper + "|Paper]]", `\href{` + paper + `}{Paper}`, paper + " (RSS)", paper + " – Paper",
		paper + " | Paper, today", paper + " 👈",
		"https://www.pa\u200dper.com/\u200cnews/rss?a=1&b=2",

		"https://www.google.com/search?q=" + encoded + "&hl=en", "https://scholar.google.com/scholar_url?url=" + encoded,
		"https://www.google.com/pagead/aclk?sa=L&adurl=" + encoded, "https://cc.bingj.com/cache.aspx?q=x&u=" + encoded,
		"http://us.rd.yahoo.com/news/*" + paper, "https://link.baidu.com/?url=" + encoded,
		"https://yandexwebcache.net/yandbtm?url=" + encoded, "https://www.facebook.com/plugins/like.php?href=" + encoded,
		"https://wa.me/?text=" + encoded, "https://www.pinterest.com/pin/create/button/?url=" + encoded,
		"https://b.hatena.ne.jp/entry/s/www.paper.com/news/rss?a=1&b=2", "https://www.douban.com/link2/?url=" + encoded,
		"https://urldefense.com/v2/url?u=https-3A__www.paper.com_news_rss-3Fa-3D1-26b-3D2&d=x",
		"https://scanmail.trustwave.com/?c=1&u=" + encoded, "https://eu.protection.sophos.com/?d=paper.com&u=" + inBase64,
		"https://secure-web.cisco.com/1abc/" + encoded, "https://url.avanan.click/v2/___" + paper + "___.YXAz",
		"https://clicks.aweber.com/y/ct/?u=" + encoded, "https://click.e.example.com/?qs=" + encoded,
		"https://prf.hn/click/camref:1/destination:" + encoded, "https://x.page.link/?link=" + encoded + "&apn=y",
		"https://outgoing.prod.mozaws.net/v1/abc/" + encoded, "https://example.com/r?url=" + encoded,
		"https://www-paper-com.amp.cloudflare.com/c/s/www.paper.com/news/rss?a=1&b=2", "https://web.archive.org/web/" + paper,
		"https://swap.stanford.edu/20200101120000/" + paper, "https://megalodon.jp/2020-0101-1200-00/" + paper,
		"https://haw.nsk.hr/wayback/20200101120000id_/" + paper, "https://1ft.io/" + paper,
		"https://validator.w3.org/feed/check.cgi?url=" + encoded,
		"https://translated.turbopages.org/proxy_u/en-de.de.1/https/www.paper.com/news/rss?a=1&b=2",
		"https://www.inoreader.com/search/feeds/" + encoded, "https://www.subtome.com/#/subscribe?feeds=" + encoded,
		"https://reader.example.org/bookmarklet?uri=" + encoded, "https://my.msn.com/addtomymsn.armx?id=rss&ut=" + encoded,
		// Proxies of libraries, caches with an id, exits of social networks, and sign-in pages
		"https://ezproxy.uni.edu/login?url=" + paper, "https://login.proxy.lib.uni.example/login?url=" + paper,
		"https://proxy.uni.example:2048/login?auth=x&url=" + paper, "https://idm.oclc.org/login?url=" + paper,
		"https://uaccess.univie.ac.at/login?url=" + encoded,
		"https://proxy.openathens.net/login?qurl=" + encoded + "&entityID=x",
		"https://www-paper-com.proxy.lib.uni.example/news/rss?a=1&b=2",
		"https://www-paper-com.uni.idm.oclc.org/news/rss?a=1&b=2",
		"https://www.paper.com.ezproxy.uni.example:2443/news/rss?a=1&b=2", "https://www.paper.com.mcas.ms/news/rss?a=1&b=2",
		"https://www-paper-com.eu1.proxy.openathens.net/news/rss?a=1&b=2",
		"https://0-www-paper-com.lib.uni.edu/news/rss?a=1&b=2",
		"https://webcache.googleusercontent.com/search?q=cache%3AAbCdEfGhIjKl%3A" + twice,
		"https://webcache.googleusercontent.com/search?q=cache:AbCdEfGhIjKlMnOp:" + encoded + "+&cd=1",
		"https://webcache.googleusercontent.com/search?q=cache:a-b_DEfGhIJ:" + encoded + "%20paper&hl=en",
		"https://www.google.com/search?hl=en&q=cache:AbCdEfGhIjK:" + encoded,
		"https://exit.sc/?url=" + encoded, "https://gate.sc/?url=" + encoded + "&token=x",
		"https://leaving.example/?u=" + encoded,
		"https://www.deviantart.com/users/outgoing?" + paper, "https://forum.example/proxy.php?link=" + encoded + "&hash=x",
		"https://forum.example/redirect-to/?redirect=" + encoded, "https://www.snapchat.com/scan?attachmentUrl=" + encoded,
		"https://consent.google.com/m?continue=" + encoded + "&gl=DE", "https://www.facebook.com/login/?next=" + encoded,
		"https://www.linkedin.com/authwall?trk=x&sessionRedirect=" + encoded, "https://duckduckgo.com/?q=" + encoded,
		"https://search.brave.com/search?q=" + encoded, "https://yandex.ru/search/?text=" + encoded,
		"https://link.magazine.example/click/2910.0/" + base64.RawURLEncoding.EncodeToString([]byte(paper)) + "/5f1",
		"https://t.dripemail2.com/c/eyJhbGciOiJIUzI1NiJ9." +
			base64.RawURLEncoding.EncodeToString([]byte(`{"detour":"`+paper+`"}`)) + ".x",
		"https://podcasts.google.com/feed/" + base64.RawURLEncoding.EncodeToString([]byte(paper)),
		"https://yandex.com/turbo/www.paper.com/s/news/rss?a=1&b=2",
		"https://www-paper-com.turbopages.org/www.paper.com/s/news/rss?a=1&b=2",
		"https://translate.yandex.net/tr-url/de-en.en/www.paper.com/news/rss?a=1&b=2",
		"https://webtrans.yodao.com/tranUrl?url=" + encoded,
		"https://web.archive.org/web/*/" + paper, "https://via.hypothes.is/" + paper, "https://cachedview.nl/?q=" + encoded,
		"https://blogtrottr.com/?subscribe=" + encoded, "https://overcast.fm/add?url=" + encoded,
		"https://reader.example.org/public.php?op=bookmarklets--subscribe&feed_url=" + encoded,
		"https://cloud.example.org/index.php/apps/news/?subscribe_to=" + encoded,
		// Share pages, checkers, mail systems and readers
		"https://mix.com/add?url=" + encoded, "https://lobste.rs/stories/new?url=" + encoded,
		"https://web.skype.com/share?url=" + encoded, "https://mastodon.example/share?text=Une%20" + encoded,
		"https://rs6.net/tn.jsp?t=x&p=" + encoded, "https://nl.example.net/optiext/optiextension.dll?ID=x&url=" + encoded,
		"https://url2.mailanyone.net/scanner?m=1&d=4&u=" + encoded,
		"https://track.mailerlite.com/link/c/" + base64.RawURLEncoding.EncodeToString([]byte(`{"url":"`+paper+`"}`)),
		"https://news.google.com/rss/articles/" +
			base64.RawURLEncoding.EncodeToString([]byte("\x08\x13\x22\x34"+paper+"\xd2\x01\x00")),
		"https://search.yahoo.co.jp/r/FOR=abc.V3g/SIG=xyz/EXP=1700/**" + encoded,
		"https://validator.w3.org/nu/?doc=" + encoded, "https://www.opengraph.xyz/url/" + encoded,
		"https://rss.example.org/p/i/?c=feed&a=add&url_rss=" + encoded, "https://app.folo.is/add?url=" + encoded,
		"https://pca.st/feed/www.paper.com/news/rss?a=1&b=2", "https://search.google.com/test/amp?url=" + encoded,
		paper + ", seen in May", paper + "; see also", paper + `\n`, paper + "%20", paper + "%E2%80%8B", paper + "&nbsp;",
		"https://www.paper.com/news/rss?a=3D1&b=3D2", "[link=" + paper + "]x[/link]", "link:" + paper + "[Paper]",
		"window.open('" + paper + "','_blank')", paper + "’s",
		// Nested, and within other text
		"https://l.facebook.com/l.php?u=" + url.QueryEscape(google), "<" + google + ">.", "[x](" + google + ")",
		"https://translate.google.com/translate?u=" + url.QueryEscape("https://web.archive.org/web/2024/"+paper),
		"feed:" + google,
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
		"https://example.org/wiki/Paper_(news)":   "",
		"(https://example.org/wiki/Paper_(news))": "https://example.org/wiki/Paper_(news)", "https://example.org/a/": "",
		"example.org": "", "//example.org/feed": "",
		"feed://example.org/rss": "", "https://user:p.a!ss@example.org/feed": "", "joe:secret@example.org": "",
		"\u200dexample.org": "example.org", "می\u200cخواهم.com": "",
		"https://example.org/my feed.xml": "", "two words": "", "": "", "https://example.org/日本／x": "", "https://例え。jp/": "",
		"https://❤.ws": "",
		// The target is no public web address
		"https://www.google.com/url?q=http://localhost/admin": "", "https://www.google.com/url?q=javascript:alert(1)": "",
		"https://www.google.com/url?q=http://10.0.0.1/": "", "https://www.baidu.com/link?url=abcDEF123_-x": "",
		"https://web.archive.org/web/2024/": "", "https://t.umblr.com/redirect?z=": "",
		"https://protect.mimecast.com/s/abc?domain=example.org":                  "https://example.org",
		"https://feedburner.google.com/fb/a/mailverify?uri=Paper/news&loc=en_US": "https://feeds.feedburner.com/Paper/news",
		"javascript:location='https://example.org'":                              "",
		"data:text/html,https://example.org":                                     "",
		"mailto:a@example.org?body=https://example.com":                          "", "file://https://example.org": "",
		"https://www.paper\u2011of\u2013record.com/a\u2013b": "https://www.paper-of-record.com/a\u2013b",
		"https://example.org/?a=1&lt=2&copy=3":               "", "https://example.org/😀": "",
		"https://example.org/~joe_": "", "https://example.org/?q=a=": "", "https://example.org/می\u200cخواهم": "",
		// No wrappers: feeds and pages with another address in their own
		"https://example.org/go/news?ref_url=https://example.com":                                 "",
		"https://example.org/track/5?cover_url=https://cdn.example.com/a.jpg":                     "",
		"https://example.org/out/?share_url=https://example.com":                                  "",
		"https://example.org/share?url=https://example.com":                                       "",
		"https://example.org/feed?url=https://example.com":                                        "",
		"https://granary.io/url?output=atom&url=https://example.com":                              "",
		"https://api.rss2json.com/v1/api.json?rss_url=https%3A%2F%2Fexample.com%2Frss":            "",
		"https://openrss.org/https://example.com":                                                 "",
		"https://example.org/20240101/news":                                                       "",
		"https://www.bing.com/search?q=https%3A%2F%2Fexample.com&format=rss":                      "",
		"https://links.example.org/feed?url=https://example.com":                                  "",
		"https://track.example.org/rss?u=https://example.com":                                     "",
		"https://www.reddit.com/domain/example.com/.rss":                                          "",
		"https://hnrss.org/newest?q=https://example.com":                                          "",
		"https://www.nytimes.com/svc/collections/v1/publish/http://www.nytimes.com/topic/rss.xml": "",
		"https://archive.org/download/show2024/feed.xml":                                          "",
		"https://morss.it/:items=5/https://example.org/":                                          "",
		"https://fetchrss.com/rss/x?url=https://example.org":                                      "",
		"https://rsshub.app/go/https://example.org":                                               "",
		"https://example.org/go?ref=https://example.com/":                                         "",
		"https://example.org/login?url=https://example.com":                                       "",
		"https://example.org/redirect?a=https://a.example.com&b=https://b.example.com":            "",
		"https://www.google.com/alerts/feeds/1/2":                                                 "",
		"https://news.google.com/rss/search?q=site:example.org":                                   "",
		// Hosts and pages that look like proxies and exits
		"https://my-news.proxy.example.org/feed": "", "https://cdn.news.proxy.example.org/feed": "",
		"https://www.proxy.com/news": "",
		"https://a.b.proxy.co/feed":  "", "https://0-day.clothing.example.org/feed": "", "https://blog.mcas.ms/feed": "",
		"https://daily.uni.edu/login?next=/feed": "", "https://open.ac.uk/login?url=/news": "",
		"https://example.org/?ref=https://example.com": "", "https://example.org/?utm_source=https://example.com": "",
		"https://rss.example.org/?url=https://example.com": "", "https://politepol.com/?url=https://example.com": "",
		"https://rss.example.org/aHR0cHM6Ly93d3cucGFwZXIuY29tL25ld3M": "", "https://news.yandex.ru/index.rss": "",
		"https://paper.tumblr.com/rss": "", "https://buffer.com/resources/rss/": "", "https://castbox.fm/channel/abc": "",
		"https://consent.example.org/?continue=https://example.com": "", "https://www.ask.com/news": "",
		"https://example.org/redirect?url=https://www.example.org/": "https://www.example.org/", "https://t.me/s/paper": "",
		"https://vk.com/paper": "", "https://www.youtube.com/@paper": "",
		"https://me:secret@www.google.com/url?q=https://example.org":                "",
		"https://www.google.com/url?q=https%3A%2F%2Fme:secret%40example.org%2Ffeed": "https://me:secret@example.org/feed",
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

// TestCleanKeepsCanonicalAddresses checks that addresses stay as they are when they are saved
// again.
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
		if plain.MatchString(text) && withoutSurroundings(text) != text {
			t.Errorf("%q is plain, and becomes %q", text, withoutSurroundings(text))
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

// pasted returns the rows of the table of pasted texts: the text, what the page sends, the address.
func pasted(t *testing.T) (rows [][3]string) {
	t.Helper()
	data, err := os.ReadFile("testdata/pasted.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		if line == "\n" || line[0] == '#' {
			continue
		}
		var row [3]string
		for i, cell := range strings.Split(strings.TrimSpace(line), "\t") {
			if err := json.Unmarshal([]byte(cell), &row[i]); err != nil {
				t.Fatalf("%s: %v", line, err)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// TestPastedTexts checks that a pasted text and what the page sends of it have the same address.
// The page's tests have the same table.
func TestPastedTexts(t *testing.T) {
	t.Parallel()
	for _, row := range pasted(t) {
		for _, text := range []string{row[0], cmp.Or(row[1], row[0])} {
			if got, err := Parse(Clean(text)); err != nil || got.String() != row[2] {
				t.Errorf("%q becomes %q (%v), want %q", text, Clean(text), err, row[2])
			}
		}
	}
}

// TestCleanKeepsUnencodedParameters checks that a target that a wrapper contains without encoding
// keeps its parameters.
func TestCleanKeepsUnencodedParameters(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"googlechrome://navigate?url=" + paper, "netnewswire://subscribe?url=" + paper,
		"overcast://x-callback-url/add?x-source=app&url=" + paper + "&x-success=app://done",
		"icatcher://podcast?feedURL=" + paper, "zune://subscribe/?Paper=" + paper,
		"https://www.google.com/url?q=" + paper + "&sa=U&ved=2ah&usg=x", "https://www.google.com/url?sa=t&url=" + paper,
		"https://www.google.com/url?q=https://www.paper.com/news/rss?a=1&sa=U&b=2",
		"https://l.facebook.com/l.php?u=" + paper + "&h=AT0", "https://l.facebook.com/l.php?h=AT0&u=" + paper,
		"https://nam02.safelinks.protection.outlook.com/?url=" + paper + "&data=x&reserved=0",
		"https://translate.google.com/translate?sl=de&u=" + paper + "&tl=en",
		"https://translate.google.com/translate?u=www.paper.com/news/rss?a=1&b=2",
		"https://12ft.io/proxy?q=" + paper, "https://www.inoreader.com/?add_feed=" + paper,
		"https://click.news.example/track/click?target=" + paper, "https://news.example/?url=" + paper,
		"https://www.subtome.com/#/subscribe?feeds=" + paper, "https://wa.me/?text=Look%20" + paper,
		"https://webcache.googleusercontent.com/search?q=cache:" + paper + "&hl=en",
		"https://vk.com/away.php?to=" + paper + "&cc_key=", "https://out.reddit.com/t3_x?url=" + paper + "&token=x",
	} {
		if got, err := Parse(Clean(text)); err != nil || got.String() != paper {
			t.Errorf("%q becomes %q (%v)", text, Clean(text), err)
		}
	}
}
