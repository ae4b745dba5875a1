package source

import (
	"cmp"
	"errors"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/feed"
	"github.com/newsources/newsources/services/newssources/internal/feeddate"
	"github.com/newsources/newsources/services/newssources/internal/markup"
	"github.com/newsources/newsources/services/newssources/internal/problem"
)

// Validate brings the settings to their stored form; its error names those that are wrong.
func (r *ReadSettings) Validate() error {
	var wrong problem.Fields
	r.normalize(&wrong, "")
	if r.Recipe != nil {
		r.trimRecipe(&wrong, "")
	}
	return wrong.Err()
}

// normalize brings the settings to their stored form. prefix leads the pointers of its errors.
func (r *ReadSettings) normalize(wrong *problem.Fields, prefix string) {
	if r.Charset = strings.TrimSpace(r.Charset); r.Charset != "" {
		name, ok := markup.CanonicalCharset(r.Charset)
		if !ok {
			wrong.Add(prefix+"/charset", "charset", "“%s” isn't a character encoding. Use its name on the web, such as windows-1252.", r.Charset)
		}
		r.Charset = name
	}
	if r.DefaultZone = strings.TrimSpace(r.DefaultZone); r.DefaultZone != "" {
		if _, err := feeddate.LoadZone(r.DefaultZone); err != nil {
			wrong.Add(prefix+"/default_zone", "zone", "“%s” isn't a time zone. Use its name, such as Europe/Madrid.", r.DefaultZone)
		}
	}
	r.IdentityPolicy = cmp.Or(r.IdentityPolicy, feed.IdentityAuto)
	if !r.IdentityPolicy.Valid() {
		wrong.Add(prefix+"/identity_policy", "unknown", "“%s” isn't a way to tell items apart.", r.IdentityPolicy)
	}
}

// checkRecipe makes sure that an endpoint has a recipe if it is a page, and none otherwise.
func (d *EndpointDetails) checkRecipe(wrong *problem.Fields, prefix string) {
	switch {
	case d.Recipe == nil && d.Kind == feed.HTMLList:
		wrong.Add(prefix+"/recipe", "required", "A page needs a recipe: it says where the items are.")
	case d.Recipe == nil:
	case d.Kind != feed.HTMLList:
		wrong.Add(prefix+"/recipe", "kind", "Only a page (html_list) is read with a recipe. Remove it, or change the kind.")
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

// sameRecipe says that nothing has changed of what checkRecipe looks at: endpoints that were made before recipes were
// asked for can still be edited.
func sameRecipe(a, b EndpointDetails) bool {
	return a.Kind == b.Kind && (a.Recipe == b.Recipe || a.Recipe != nil && b.Recipe != nil && *a.Recipe == *b.Recipe)
}
