package source

import (
	"cmp"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/problem"
	"github.com/newsources/newsources/services/newssources/internal/weburl"
)

// Validate brings an endpoint to its stored form; its error names every field that is wrong.
func (d *EndpointDetails) Validate() error {
	var wrong problem.Fields
	d.normalize(&wrong, "")
	d.checkRecipe(&wrong, "")
	return wrong.Err()
}

// validateChange is Validate for an endpoint that was as before.
func (r *Register) validateChange(before EndpointDetails, after *EndpointDetails) error {
	var wrong problem.Fields
	after.normalize(&wrong, "")
	if !sameRecipe(before, *after) {
		after.checkRecipe(&wrong, "")
	}
	r.canKeep(&wrong, "", *after)
	if after.Credentials == nil && !sameServer(before.URL, after.URL) {
		after.HasCredentials = false // whoever names another server doesn't get the password of this one
	}
	return wrong.Err()
}

// Key is what makes two addresses the same (weburl.URL.Key); it is empty before Validate.
func (d EndpointDetails) Key() string { return d.key }

// normalize brings an endpoint to its stored form. prefix leads the pointers of its errors.
func (d *EndpointDetails) normalize(wrong *problem.Fields, prefix string) {
	d.Name = text(wrong, prefix+"/name", "a name", d.Name, maxName, false)
	d.Section = text(wrong, prefix+"/section", "a section", d.Section, maxSection, false)
	d.Intent = cmp.Or(d.Intent, EndpointActive)
	checkOneOf(wrong, prefix+"/kind", d.Kind, kinds)
	checkOneOf(wrong, prefix+"/intent", d.Intent, intents)
	if d.Language != "" {
		tag, ok := CanonicalLanguage(d.Language)
		if !ok {
			wrong.Add(prefix+"/language", "language", "%s", languageText(d.Language))
		}
		d.Language = tag
	}
	d.ReadSettings.normalize(wrong, prefix)
	d.splitCredentials()
	if d.Credentials != nil {
		d.Credentials.check(wrong, prefix+"/credentials")
	}
	address, err := weburl.Parse(d.URL)
	if err != nil {
		wrong.Add(prefix+"/url", "address", "%s", addressText(err))
		return
	}
	d.URLEntered, d.URL, d.key = strings.TrimSpace(d.URL), address.String(), address.Key()
}
