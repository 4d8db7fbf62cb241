"""Tests of compiled champions."""
