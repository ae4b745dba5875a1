package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// licenseFile matches the names of files with a license.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying)(\.[a-z]+)?$`)

// licensePatterns are regular expressions of license texts, in lower case and with single spaces,
// with the SPDX identifiers.
var licensePatterns = []struct{ id, pattern string }{
	{"Apache-2.0", "apache license,? version 2\\.0"},
	{"BSD-3-Clause", "redistribution and use in source and binary forms.*endorse or promote products"},
	{"BSD-2-Clause", "redistribution and use in source and binary forms"},
	{"ISC", "permission to use, copy, modify,? and(/or)? distribute this software for any purpose"},
	{"MIT", "permission is hereby granted, free of charge, to any person obtaining"},
	{"MPL-2.0", "mozilla public license,? version 2\\.0"},
}

// readLicenses returns the licenses of a module from the files in its folder. The result is empty
// if no license is recognized.
func readLicenses(folder string) ([]sbomLicense, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("read the folder of a module: %w", err)
	}
	var ids []string
	for _, entry := range entries {
		if entry.IsDir() || !licenseFile.MatchString(entry.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name())) //nolint:gosec // a file of a module
		if err != nil {
			return nil, fmt.Errorf("read a license: %w", err)
		}
		ids = append(ids, detectLicenses(string(text))...)
	}
	slices.Sort(ids)
	switch ids = slices.Compact(ids); len(ids) {
	case 0:
		return nil, nil
	case 1:
		return []sbomLicense{{License: &sbomLicenseID{ids[0]}}}, nil
	}
	return []sbomLicense{{Expression: strings.Join(ids, " AND ")}}, nil
}

// detectLicenses returns the SPDX identifiers of the licenses in a text.
func detectLicenses(text string) (ids []string) {
	words := strings.Fields(strings.ToLower(strings.ReplaceAll(text, "//", " "))) // removes the marks of Go comments
	text = strings.Join(words, " ")
	for _, license := range licensePatterns {
		if license.id == "BSD-2-Clause" && slices.Contains(ids, "BSD-3-Clause") {
			continue // its text contains that of BSD-2-Clause
		}
		if regexp.MustCompile(license.pattern).MatchString(text) {
			ids = append(ids, license.id)
		}
	}
	return ids
}
