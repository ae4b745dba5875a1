package transfer

import (
	"regexp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

var (
	barePercent   = regexp.MustCompile(`%([0-9A-Fa-f]{2})?`)
	schemeAndHost = regexp.MustCompile(`^\s*(?:[A-Za-z]+\s*:\s*/\s*/)?[^/?#]*`)
)

// repairAddress repairs a malformed address that is readable: it removes what follows a quotation
// mark and the spaces in the host, and encodes other spaces and bare percent signs. fault is the
// repair as a sentence, or "" if the address is returned unchanged.
func repairAddress(address string) (repaired, fault string) {
	if _, err := weburl.Parse(address); err == nil || address == "" {
		return address, ""
	}
	repaired = address
	var faults []string
	if i := strings.IndexAny(repaired, `"<>“”`); i > 0 {
		repaired = repaired[:i]
		faults = append(faults, "text after a quotation mark was removed")
	}
	repaired = strings.TrimSpace(repaired)
	if strings.ContainsAny(repaired, " \t\r\n") {
		host := schemeAndHost.FindString(repaired)
		rest := strings.Join(strings.Fields(repaired[len(host):]), "%20")
		repaired = strings.Join(strings.Fields(host), "") + rest
		faults = append(faults, "spaces were removed or encoded")
	}
	encoded := barePercent.ReplaceAllStringFunc(repaired, func(percent string) string {
		if len(percent) == 1 {
			return "%25"
		}
		return percent
	})
	if encoded != repaired {
		repaired = encoded
		faults = append(faults, "a bare % was encoded")
	}
	if _, err := weburl.Parse(repaired); err != nil || len(faults) == 0 {
		return address, ""
	}
	return repaired, "The address was repaired: " + strings.Join(faults, ", ") + "."
}

// repairOutline repairs the addresses of an outline. The repair of the feed's address is added to
// its reason.
func repairOutline(o Outline) Outline {
	repaired, fault := repairAddress(textkey.SingleLine(o.XMLURL))
	if fault != "" {
		o.XMLURL, o.Recovered, o.Reason = repaired, true, strings.TrimSpace(o.Reason+" "+fault)
	}
	if page, fault := repairAddress(textkey.SingleLine(o.HTMLURL)); fault != "" {
		o.HTMLURL = page
	}
	return o
}
