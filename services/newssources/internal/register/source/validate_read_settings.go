package source

import (
	"cmp"
	"errors"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/reading/feed"
	"github.com/newsources/newsources/services/newssources/internal/reading/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Validate normalizes the settings to their stored form. The error lists all invalid settings.
func (r *ReadSettings) Validate() error {
	var wrong problem.Fields
	r.normalize(&wrong, "")
	if r.Recipe != nil {
		r.trimRecipe(&wrong, "")
	}
	return wrong.Err()
}

// normalize converts the settings to their stored form. prefix is prepended to the JSON pointers of
// errors.
func (r *ReadSettings) normalize(wrong *problem.Fields, prefix string) {
	if r.Charset = strings.TrimSpace(r.Charset); r.Charset != "" {
		name, ok := markup.CanonicalCharset(r.Charset)
		if !ok {
			wrong.Add(prefix+"/charset", "charset", "“%s” is not a character encoding. Use its web name, such as windows-1252.",
				r.Charset)
		}
		r.Charset = name
	}
	if r.DefaultZone = strings.TrimSpace(r.DefaultZone); r.DefaultZone != "" {
		if _, err := feeddate.LoadZone(r.DefaultZone); err != nil {
			wrong.Add(prefix+"/default_zone", "zone", "“%s” is not a time zone. Use an IANA name, such as Europe/Madrid.",
				r.DefaultZone)
		}
	}
	r.IdentityPolicy = cmp.Or(r.IdentityPolicy, feed.IdentityAuto)
	if !r.IdentityPolicy.Valid() {
		wrong.Add(prefix+"/identity_policy", "unknown", "“%s” is not a way to recognize items. Use auto if you are unsure.",
			r.IdentityPolicy)
	}
}

// checkRecipe adds an error if a page list has no valid recipe, or if an endpoint of another kind
// has one.
func (d *EndpointDetails) checkRecipe(wrong *problem.Fields, prefix string) {
	switch {
	case d.Recipe == nil && d.Kind == feed.HTMLList:
		wrong.Add(prefix+"/recipe", "required", "A page list needs a recipe that selects its items.")
	case d.Recipe == nil:
	case d.Kind != feed.HTMLList:
		wrong.Add(prefix+"/recipe", "kind", "Only a page list (html_list) can have a recipe. Remove the recipe, or change "+
			"the kind.")
	default:
		d.trimRecipe(wrong, prefix)
	}
}

func (r *ReadSettings) trimRecipe(wrong *problem.Fields, prefix string) {
	trimmed := r.Recipe.Trimmed()
	r.Recipe = &trimmed
	if refused, ok := errors.AsType[*feed.Error](trimmed.Validate()); ok {
		wrong.Add(prefix+"/recipe/"+refused.Field, "selector", "%s", refused.Detail)
	}
}

// sameRecipe reports whether a and b have the same kind and recipe. If so, checkRecipe is skipped,
// because page lists that were created before recipes were required must remain editable.
func sameRecipe(a, b EndpointDetails) bool {
	return a.Kind == b.Kind && (a.Recipe == b.Recipe || a.Recipe != nil && b.Recipe != nil && *a.Recipe == *b.Recipe)
}
