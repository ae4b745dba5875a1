package source

import (
	"cmp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Validate normalizes an endpoint to its stored form. The error lists all invalid fields.
func (d *EndpointDetails) Validate() error {
	var wrong problem.Fields
	d.normalize(&wrong, "")
	d.checkRecipe(&wrong, "")
	d.normalizeSchedule(&wrong, "")
	return wrong.Err()
}

// validateChange validates a changed endpoint of a source with the given tier. An unchanged recipe
// or schedule is not checked.
func (r *Register) validateChange(tier int, before EndpointDetails, after *EndpointDetails) error {
	var wrong problem.Fields
	after.normalize(&wrong, "")
	if !sameRecipe(before, *after) {
		after.checkRecipe(&wrong, "")
	}
	if !sameSchedule(before, *after) {
		after.normalizeSchedule(&wrong, "")
		after.Schedule.CheckLimits(&wrong, schedulePointer, r.limits, tier)
	}
	r.checkKeys(&wrong, "", *after)
	if after.Credentials == nil && !isSameServer(before.URL, after.URL) {
		after.HasCredentials = false // saved credentials are never sent to another server
	}
	return wrong.Err()
}

// Key returns the key that identifies the address (weburl.URL.Key). It is empty before Validate.
func (d EndpointDetails) Key() string { return d.key }

// normalize converts an endpoint to its stored form. prefix is prepended to the JSON pointers of
// errors.
func (d *EndpointDetails) normalize(wrong *problem.Fields, prefix string) {
	// Names are shown to all members, and pasted names may contain the address.
	d.Name = line{prefix + "/name", "a name", maxName, false}.normalize(wrong, weburl.HideCredentials(d.Name))
	d.Section = line{prefix + "/section", "a section", maxSection, false}.normalize(wrong,
		weburl.HideCredentials(d.Section))
	d.Intent = cmp.Or(d.Intent, EndpointActive)
	checkOneOf(wrong, prefix+"/kind", d.Kind, kinds)
	checkOneOf(wrong, prefix+"/intent", d.Intent, intents)
	if d.Language != "" {
		tag, ok := codes.CanonicalLanguage(d.Language)
		if !ok {
			wrong.Add(prefix+"/language", "language", unknownLanguage, d.Language)
		}
		d.Language = tag
	}
	d.ReadSettings.normalize(wrong, prefix)
	d.URL = weburl.Clean(d.URL)
	d.splitCredentials()
	if d.Credentials != nil {
		d.Credentials.Validate(wrong, prefix+"/credentials")
	}
	address, err := weburl.Parse(d.URL)
	if err != nil {
		wrong.AddWithSuggestion(prefix+"/url", "address", weburl.Suggest(d.URL), addressError(err))
		return
	}
	d.URLEntered, d.URL, d.key = strings.TrimSpace(d.URL), address.String(), address.Key()
}
