package fetch

import (
	"bytes"
	"net/http"
	"strings"
)

const challengeText = "The site wants to see a browser first. We don't pretend to be one."

// isChallenge knows by its headers a page that wants to see a browser, from an answer of the site itself.
func isChallenge(status int, header http.Header) bool {
	switch {
	case strings.EqualFold(header.Get("Cf-Mitigated"), "challenge"), strings.EqualFold(header.Get("X-Vercel-Mitigated"), "challenge"):
		return true
	case header.Get("X-Amzn-Waf-Action") != "": // "challenge" comes with 202, "captcha" with 405
		return true
	}
	return mayBeChallenge(status) && header.Get("X-Datadome") != ""
}

// mayBeChallenge names the statuses that challenges come with.
func mayBeChallenge(status int) bool {
	return status == http.StatusForbidden || status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

var challengeMarks = [][]byte{
	[]byte("_cf_chl_opt"), []byte("/cdn-cgi/challenge-platform/"), // Cloudflare
	[]byte("captcha-delivery.com"), // DataDome
	[]byte("_Incapsula_Resource"),  // Imperva
	[]byte("_pxAppId"),             // HUMAN
	[]byte("/.well-known/ddos-guard/"),
}

// isChallengePage knows it by the beginning of its body.
func isChallengePage(page []byte) bool {
	for _, mark := range challengeMarks {
		if bytes.Contains(page, mark) {
			return true
		}
	}
	return false
}
