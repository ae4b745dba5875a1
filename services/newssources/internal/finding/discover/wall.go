package discover

import (
	"fmt"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
	"github.com/newsources/newsources/services/newssources/internal/reading/webpage"
)

// Outcomes of an address that redirects to a wall on another host.
const (
	consentWall fetch.Outcome = "consent_wall"
	signInPage  fetch.Outcome = "sign_in_page"
)

// isWall reports whether a result is that of a wall.
func isWall(result *fetch.Result) bool {
	return result.Outcome == consentWall || result.Outcome == signInPage
}

// markWall changes the result to that of a wall if the requested address redirects to a consent
// wall or a sign-in page on another host. Names, feeds and images of the wall are thereby not taken
// for those of the outlet.
func markWall(requested weburl.URL, result *fetch.Result) {
	landed := finalURL(result, requested)
	if len(result.Hops) == 0 || landed.Root().Key() == requested.Root().Key() {
		return
	}
	var wall *webpage.Page
	if hasBody(result) {
		wall = parsePage(result)
	}
	kind := webpage.FindWall(requested, landed, wall)
	if kind == nil {
		return
	}
	result.Outcome, result.Body = signInPage, nil
	if kind == webpage.ConsentWall {
		result.Outcome = consentWall
	}
	result.Detail = fmt.Sprintf("The site redirects to a %s at %s instead of showing its page.", kind.Name, landed.Host())
}
