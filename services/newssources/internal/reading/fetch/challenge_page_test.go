package fetch

import (
	"strings"
	"testing"
)

const plainHead = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>%</title>`

func pageWith(title, head, body string) string {
	return strings.Replace(plainHead, "%", title, 1) + head + "</head><body>" + body + "</body></html>"
}

var challengePages = map[string]string{
	"Cloudflare": pageWith("Just a moment...", "", `<script>window._cf_chl_opt={cType:'managed'}</script>`),
	"Cloudflare, German": pageWith("Nur einen Moment…", "",
		`<script>window._cf_chl_opt={cType:'managed'}</script><noscript>Enable JavaScript and cookies to continue</noscript>`),
	"DataDome": pageWith("example.org", "",
		`<p id="cmsg">Please enable JS and disable any ad blocker</p><script>var dd={'host':'geo.captcha-delivery.com'}</script>`),
	"Imperva's frame": pageWith("", "",
		`<iframe src="/_Incapsula_Resource?CWUDNSAI=23">Request unsuccessful. Incapsula incident ID: 1-2</iframe>`),
	"Imperva's script": `<html><head><META NAME="robots" CONTENT="noindex,nofollow"><script src="/_Incapsula_Resource?SWJIYLWA=7"></script></head><body></body></html>`,
	"HUMAN": pageWith("Access to this page has been denied", "",
		`<div id="px-captcha"></div><script>window._pxAppId='PX1'</script>`),
	"Akamai": pageWith("&nbsp;", "",
		`<div id="sec-if-cpt-container"></div><meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQ'">`),
	"Akamai's refresh": `<html><head><meta http-equiv="refresh" content="5; URL='/?bm-verify=AAQ'"></head><body><script>var i=1;</script></body></html>`,
	"AWS WAF": pageWith("",
		`<script>window.gokuProps={"key":"AQ"}</script><script src="https://x.token.awswaf.com/challenge.js"></script>`,
		`<div id="challenge-container"></div><noscript><h1>JavaScript is disabled</h1></noscript>`),
	"Sucuri": `<html><title>You are being redirected...</title><noscript>Javascript is required.</noscript><script>sucuri_cloudproxy_js=''</script></html>`,
	"Kasada": `<html><head></head><body><script>window.KPSDK={}</script><script src="/149e9513/2d206a39/ips.js?tkrm=1"></script></body></html>`,
	"Anubis": pageWith("Making sure you&#39;re not a bot!", "",
		`<script id="anubis_challenge" type="application/json">{}</script>`),
	"Vercel":           pageWith("Vercel Security Checkpoint", "", `<p>We're verifying your browser</p>`),
	"DDoS-Guard":       pageWith("DDoS-Guard", "", `<p>Checking your browser before accessing example.org</p>`),
	"unknown, English": pageWith("example.org", "", `<h1>Please verify you are human</h1><form method="post"></form>`),
	"unknown, robot":   pageWith("Are you a robot?", "", `<p>Click the box below.</p>`),
	"unknown, cookies": pageWith("Please wait", "",
		`<p>Please enable cookies and scripts. Enable JavaScript in your browser to continue.</p>`),
	"unknown, German":     pageWith("Sicherheitsprüfung", "", `<p>Bitte bestätigen Sie, dass Sie ein Mensch sind.</p>`),
	"unknown, French":     pageWith("Vérification", "", `<p>Vérifiez que vous êtes humain</p>`),
	"unknown, Spanish":    pageWith("Comprobación", "", `<label>No soy un robot</label>`),
	"unknown, Portuguese": pageWith("Verificação", "", `<label>Não sou um robô</label>`),
	"unknown, Russian":    pageWith("Проверка", "", `<p>Подтвердите, что вы человек</p>`),
	"unknown, Chinese":    pageWith("安全验证", "", `<p>请完成人机验证</p>`),
	"unknown, Japanese":   pageWith("確認", "", `<label>私はロボットではありません</label>`),
	"unknown, Korean":     pageWith("확인", "", `<label>로봇이 아닙니다</label>`),
	"unknown, Arabic":     pageWith("تحقق", "", `<label>أنا لست روبوت</label>`),
	"unknown, Persian":    pageWith("لحظه", "", `<label>من ربات نیستم</label>`),
	"unknown, Hebrew":     pageWith("רק רגע", "", `<label>אני לא רובוט</label>`),
	"unknown, Greek":      pageWith("Μια στιγμή", "", `<label>Δεν είμαι ρομπότ</label>`),
	"unknown, Polish":     pageWith("Weryfikacja", "", `<p>Potwierdź, że jesteś człowiekiem</p>`),
	"unknown, Czech":      pageWith("Okamžik", "", `<p>Ověřte, že jste člověk</p>`),
	"unknown, Ukrainian":  pageWith("Перевірка", "", `<p>Підтвердьте, що ви людина</p>`),
	"unknown, Swedish":    pageWith("Ett ögonblick", "", `<p>Bekräfta att du är en människa</p>`),
	"unknown, Vietnamese": pageWith("Xác minh", "", `<p>Xác minh bạn là con người</p>`),
	"unknown, Indonesian": pageWith("Tunggu", "", `<p>Verifikasi bahwa Anda adalah manusia</p>`),
	"unknown, Thai":       pageWith("รอสักครู่", "", `<p>ยืนยันว่าคุณเป็นมนุษย์</p>`),
	"unknown, Hindi":      pageWith("रुकें", "", `<label>मैं रोबोट नहीं हूँ</label>`),
	"F5, rejected": pageWith("Request Rejected", "",
		`The requested URL was rejected. Please consult with your administrator.<br>Your support ID is: 12<a href="javascript:history.back()">[Go Back]</a>`),
	"ArvanCloud": pageWith("Transferring to the website...", "",
		`<div>در حال انتقال به سایت مورد نظر هستید...</div><script>document.cookie="__arcsjs=1"</script>`),
	"Reblaze":            `<html><head></head><body><script>window.rbzns={bereshit:"1",seed:"x"};winsocks();</script></body></html>`,
	"testcookie module":  `<html><body><script src="/aes.js"></script><script>document.cookie="__test="+toHex(slowAES.decrypt(c,2,a,b))+"; path=/"; location.href="http://x/?i=1";</script><noscript>This site requires Javascript to work, please enable Javascript in your browser or use a browser with Javascript support</noscript></body></html>`,
	"script with cookie": `<html><head><title>Wait</title></head><body><script>document.cookie="js=1; path=/";location.reload()</script><noscript>Please enable JavaScript.</noscript></body></html>`,
	"form with cookie": pageWith("Verifying", "",
		`<form id="f" method="post"></form><script>document.cookie="t="+n();document.getElementById("f").submit()</script>`),
	"hCaptcha": pageWith("Security", "", `<form><div class="h-captcha" data-sitekey="x"></div></form>`),
	"reCAPTCHA": pageWith("Security", "",
		`<form action="/verify"><div class="g-recaptcha" data-sitekey="x"></div></form>`),
}

var ordinaryPages = map[string]string{
	"page with Cloudflare's script": pageWith("The Paper", "",
		`<h1>The Paper</h1><p>`+strings.Repeat("News of the town. ", 20)+
			`</p><script src="/cdn-cgi/challenge-platform/scripts/jsd/main.js"></script>`),
	"page with DataDome's script": pageWith("The Paper",
		`<meta property="og:site_name" content="The Paper"><link rel="preconnect" href="https://geo.captcha-delivery.com">`,
		`<p>News</p>`),
	"page with Imperva's script": pageWith("The Paper",
		`<link rel="canonical" href="https://example.org/"><script src="/_Incapsula_Resource?SWJIYLWA=7"></script>`,
		`<p>News</p>`),
	"page with HUMAN's script": pageWith("The Paper",
		`<link rel="alternate" type="application/rss+xml" href="/feed"><script>window._pxAppId='PX1'</script>`,
		`<p>News</p>`),
	"application of one script": pageWith("The Paper", `<link rel="manifest" href="/m.json">`,
		`<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/akam/13/x"></script>`),
	"application without metadata": pageWith("The Paper", ``,
		`<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script>`),
	"article about Cloudflare": pageWith("How _cf_chl_opt works", "",
		`<p>`+strings.Repeat("The text of a long article about challenges. ", 50)+`window._cf_chl_opt: Are you a robot?</p>`),
	"front page with such a headline": pageWith("The Paper", "", strings.Repeat(`<a href="/a">Are you a robot?</a>`, 9)),
	"feed with such an item":          `<?xml version="1.0"?><rss version="2.0"><channel><title>Are you a robot?</title><item><title>Just a moment...</title><description>&lt;html&gt;_cf_chl_opt</description></item></channel></rss>`,
	"text that names a vendor":        `<p>_cf_chl_opt</p>`,
	"empty page":                      pageWith("", "", ""),
	"sign-in page with a captcha": pageWith("Sign in", "",
		`<form><input name="u"><input type="password"><div class="g-recaptcha"></div></form>`),
	"newsletter form with a captcha": pageWith("The Paper", "",
		`<h1>The Paper</h1><p>`+strings.Repeat("News of the town. ", 20)+`</p><form><div class="cf-turnstile"></div></form>`),
	"page that stores its language": pageWith("The Paper", "",
		`<script>document.cookie="lang=en";location.href="/en/"</script>`),
}

func TestChallengesWithStatus200(t *testing.T) {
	t.Parallel()
	for name, page := range challengePages {
		if !isChallengePage([]byte(page)) {
			t.Errorf("%s: not detected", name)
		}
	}
	for name, page := range ordinaryPages {
		if isChallengePage([]byte(page)) {
			t.Errorf("%s: detected as a challenge", name)
		}
	}
	large := pageWith("Just a moment...", "<script>"+strings.Repeat("x", maxChallengeBytes)+"</script>", "")
	if isChallengePage([]byte(large)) {
		t.Error("a page above maxChallengeBytes is detected as a challenge")
	}
}

func TestChallengeWithStatus200HasNoBody(t *testing.T) {
	t.Parallel()
	client, site := newClient(t, Config{}), serve(t, "challenge.test", page(challengePages["HUMAN"]))
	wantOutcome(t, get(t, client, Request{URL: site}), Challenge) // which has no body
}
