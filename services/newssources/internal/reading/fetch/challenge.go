package fetch

import (
	"bytes"
	"net/http"
	"strings"
)

const challengeText = "The site's bot protection requires a browser. This tool does not imitate browsers: ask the " +
	"publisher to allow it."

// isChallenge reports whether the headers identify a bot-protection challenge.
func isChallenge(status int, header http.Header) bool {
	switch {
	case strings.EqualFold(header.Get("Cf-Mitigated"), "challenge"),
		strings.EqualFold(header.Get("X-Vercel-Mitigated"), "challenge"):
		return true
	case header.Get("X-Amzn-Waf-Action") != "": // "challenge" comes with 202, "captcha" with 405
		return true
	}
	return isChallengeStatus(status) && header.Get("X-Datadome") != ""
}

// isChallengeStatus reports whether challenges use this error status.
func isChallengeStatus(status int) bool {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusMethodNotAllowed, http.StatusNotAcceptable,
		http.StatusPreconditionRequired,
		http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return false
}

// challengeMarks occur in the challenge pages of bot-protection vendors only.
var challengeMarks = [][]byte{
	[]byte("_cf_chl_opt"),                      // Cloudflare
	[]byte("Incapsula incident ID"),            // Imperva
	[]byte(`id="px-captcha"`),                  // HUMAN
	[]byte("_pxBlockedUrl"),                    // HUMAN
	[]byte("sec-if-cpt-container"),             // Akamai
	[]byte("/_sec/cp_challenge/"),              // Akamai
	[]byte("?bm-verify="),                      // Akamai
	[]byte("gokuProps"),                        // AWS WAF
	[]byte("sucuri_cloudproxy_js"),             // Sucuri
	[]byte("/ips.js?"),                         // Kasada
	[]byte("anubis_challenge"),                 // Anubis
	[]byte("/.well-known/sgcaptcha/"),          // SiteGround
	[]byte("Vercel Security Checkpoint"),       // Vercel
	[]byte("captcha.perfdrive.com"),            // Radware
	[]byte("/_fs-ch-"),                         // Fastly
	[]byte(`window["bobcmn"]`),                 // F5
	[]byte("acw_sc__v2"),                       // Alibaba Cloud
	[]byte("aliyun_waf_"),                      // Alibaba Cloud
	[]byte("/showcaptcha?"),                    // Yandex
	[]byte("/.well-known/ddos-guard/js-check"), // DDoS-Guard
	[]byte("cf-browser-verification"),          // Cloudflare
	[]byte("reeseSkipExpirationCheck"),         // Imperva
	[]byte(`"jsClientSrc"`),                    // HUMAN, as JSON
	[]byte(`"sec-cp-challenge"`),               // Akamai, as JSON
	[]byte("/.bunny-shield/"),                  // Bunny
	[]byte("__arcsjs"),                         // ArvanCloud
	[]byte("rbzns="),                           // Reblaze
	[]byte("slowAES.decrypt"),                  // testcookie module of nginx
}

// protectionMarks occur in the challenge pages of vendors, and in ordinary pages that embed a
// vendor's script.
var protectionMarks = [][]byte{
	[]byte("/cdn-cgi/challenge-platform/"),                  // Cloudflare
	[]byte("captcha-delivery.com"),                          // DataDome
	[]byte("_Incapsula_Resource"),                           // Imperva
	[]byte("_pxAppId"),                                      // HUMAN
	[]byte("bm-verify"), []byte("KPSDK"), []byte("awswaf."), // Akamai, Kasada, AWS WAF
	[]byte("/.well-known/ddos-guard/"), []byte("/__qrator/"), []byte("/TSPD/"), // DDoS-Guard, Qrator, F5
}

// captchaMarks occur in pages with a captcha, including ordinary pages with a form.
var captchaMarks = [][]byte{
	[]byte("cf-turnstile"), []byte("h-captcha"), []byte("g-recaptcha"), []byte("smart-captcha"),
	[]byte("friendly-challenge"),
}

// isRefusalChallenge reports whether the beginning of the body of a refused request identifies a
// challenge.
func isRefusalChallenge(status int, body []byte) bool {
	for _, marks := range [][][]byte{challengeMarks, protectionMarks, captchaMarks} {
		if containsAny(body, marks) {
			return true
		}
	}
	hasPhrase := isHTML(body) && challengePhrase.MatchString(outlineOf(body).text)
	return hasPhrase && status != http.StatusTooManyRequests // which also says that traffic is unusual
}

func containsAny(page []byte, marks [][]byte) bool {
	for _, mark := range marks {
		if bytes.Contains(page, mark) {
			return true
		}
	}
	return false
}
