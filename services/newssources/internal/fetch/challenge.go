package fetch

import (
	"bytes"
	"net/http"
	"strings"
)

const challengeText = "The site's bot protection demands a browser. This tool does not imitate browsers: ask the publisher to allow it."

// isChallenge reports whether the headers identify a bot-protection challenge.
func isChallenge(status int, header http.Header) bool {
	switch {
	case strings.EqualFold(header.Get("Cf-Mitigated"), "challenge"), strings.EqualFold(header.Get("X-Vercel-Mitigated"), "challenge"):
		return true
	case header.Get("X-Amzn-Waf-Action") != "": // "challenge" comes with 202, "captcha" with 405
		return true
	}
	return isChallengeStatus(status) && header.Get("X-Datadome") != ""
}

// isChallengeStatus reports whether challenges use this status.
func isChallengeStatus(status int) bool {
	return status == http.StatusForbidden || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

var challengeMarks = [][]byte{
	[]byte("_cf_chl_opt"), []byte("/cdn-cgi/challenge-platform/"), // Cloudflare
	[]byte("captcha-delivery.com"), // DataDome
	[]byte("_Incapsula_Resource"),  // Imperva
	[]byte("_pxAppId"),             // HUMAN
	[]byte("/.well-known/ddos-guard/"),
}

// isChallengePage reports whether the beginning of a body identifies a challenge.
func isChallengePage(page []byte) bool {
	for _, mark := range challengeMarks {
		if bytes.Contains(page, mark) {
			return true
		}
	}
	return false
}
