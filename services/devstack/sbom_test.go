package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNewSBOM checks that each module is listed once, sorted, with its package URL, and that a
// document without modules is an error.
func TestNewSBOM(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	lines := "\nfalse b.example/x v1.2.0 FOLDER\nfalse a.example/y v0.1.0 FOLDER\ntrue example.org/main  FOLDER\nfalse " +
		"b.example/x v1.2.0 FOLDER\n"
	document, err := newSBOM(strings.NewReader(strings.NewReplacer(" ", "\t", "FOLDER", folder).Replace(lines)))
	if err != nil {
		t.Fatal(err)
	}
	var purls []string
	for _, component := range document.Components {
		purls = append(purls, component.PURL)
	}
	if got := strings.Join(purls, " "); got != "pkg:golang/a.example/y@v0.1.0 pkg:golang/b.example/x@v1.2.0" {
		t.Errorf("the modules are %s", got)
	}
	if main := document.Metadata.Component; main.Name != "example.org/main" || main.Type != "application" {
		t.Errorf("the main module is %+v", main)
	}
	if _, err := newSBOM(strings.NewReader("\n")); err == nil {
		t.Error("a document without modules is accepted")
	}
}

// TestReadLicenses checks the licenses of modules with one, several and no license.
func TestReadLicenses(t *testing.T) {
	t.Parallel()
	const (
		apache = "Licensed under the Apache License, Version 2.0"
		bsd    = "Redistribution and use in source and binary forms, with or without\nmodification, are permitted.\n"
		mit    = "// Permission is hereby granted, free of charge, to any\n// person obtaining a copy"
	)
	for _, test := range []struct {
		files map[string]string
		want  string
	}{
		{map[string]string{"LICENSE": apache}, `[{"license":{"id":"Apache-2.0"}}]`},
		{map[string]string{"LICENSE": "Apache License\n   Version 2.0, January 2004"}, `[{"license":{"id":"Apache-2.0"}}]`},
		{map[string]string{"LICENCE.txt": mit}, `[{"license":{"id":"MIT"}}]`},
		{map[string]string{"COPYING": bsd}, `[{"license":{"id":"BSD-2-Clause"}}]`},
		{map[string]string{"license.md": bsd + "may not be used to endorse or promote products"},
			`[{"license":{"id":"BSD-3-Clause"}}]`},
		{map[string]string{"LICENSE": "Mozilla Public License, version 2.0"}, `[{"license":{"id":"MPL-2.0"}}]`},
		{map[string]string{"LICENSE": mit + apache, "LICENSE.libyaml": mit}, `[{"expression":"Apache-2.0 AND MIT"}]`},
		{map[string]string{"LICENSE": "All rights reserved.", "README": mit}, `null`},
	} {
		folder := t.TempDir()
		for name, text := range test.files {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		licenses, err := readLicenses(folder)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := json.Marshal(licenses); err != nil || string(got) != test.want {
			t.Errorf("%v: got %s, %v, want %s", test.files, got, err, test.want)
		}
	}
}

// TestSBOMHasLicenses checks that the license of each module of the service is recognized.
func TestSBOMHasLicenses(t *testing.T) {
	t.Parallel()
	var out bytes.Buffer
	if err := printSBOM(t.Context(), []string{"github.com/newsources/newsources/services/newssources"}, &out); err != nil {
		t.Fatal(err)
	}
	var document sbomDocument
	if err := json.Unmarshal(out.Bytes(), &document); err != nil || len(document.Components) < 50 {
		t.Fatalf("%d modules, %v", len(document.Components), err)
	}
	for _, component := range document.Components {
		if len(component.Licenses) != 1 {
			t.Errorf("the license of %s is not recognized: add it to licensePatterns", component.Name)
		}
	}
}
